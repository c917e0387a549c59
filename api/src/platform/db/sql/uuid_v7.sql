-- Time-ordered ids: 48 bits of milliseconds, the version, and 12 bits of the fraction of the millisecond, then random bits. So
-- the primary key also orders the rows by creation, those of one process down to a quarter of a microsecond. `at` stands here
-- once: PostgreSQL then inserts the expression instead of calling the function.
create or replace function uuid_v7(at timestamptz default clock_timestamp()) returns uuid
language sql volatile parallel safe
return (
  overlay(lpad(to_hex(floor(extract(epoch from at) * 4096000)::bigint), 15, '0') placing '7' from 13 for 0)
  || substr(gen_random_uuid()::text, 20))::uuid;
