create or replace function uuid_v7_time(id uuid) returns timestamptz
language sql immutable strict parallel safe
return to_timestamp(
  ('x' || '0000' || translate(left(id::text, 13), '-', ''))::bit(64)::bigint / 1000.0);
