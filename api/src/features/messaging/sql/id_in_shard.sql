create or replace function id_in_shard(shard smallint, at timestamptz) returns uuid
language sql volatile
return overlay(uuid_v7(at)::text placing lpad(to_hex(shard::integer), 3, '0') from 16 for 3)::uuid;
