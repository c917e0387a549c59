-- All messages between two members belong to one shard, a number from 0 to 4095. It is derived from the two member ids
-- and is part of the ids of their conversation and messages, in the first twelve random bits of the UUIDv7: so a query
-- that has only an id knows the shard. The shards are spread over 32 partitions; a partition can be split, or moved to
-- another server, without changing a query.
create or replace function shard_of(id uuid) returns smallint
language sql immutable strict parallel safe
return ('x' || substr(id::text, 16, 3))::bit(12)::integer::smallint;
