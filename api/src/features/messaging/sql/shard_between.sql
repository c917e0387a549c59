create or replace function shard_between(one uuid, other uuid) returns smallint
language sql immutable strict parallel safe
return ('x' || substr(md5(least(one, other)::text || greatest(one, other)::text), 1, 3))::bit(12)::integer::smallint;
