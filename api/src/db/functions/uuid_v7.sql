-- Time-ordered ids: the first 48 bits are milliseconds, so the primary key also orders the rows by creation.
create or replace function uuid_v7(at timestamptz default clock_timestamp()) returns uuid
language sql volatile parallel safe
return encode(
  set_bit(set_bit(
    overlay(uuid_send(gen_random_uuid())
      placing substring(int8send(floor(extract(epoch from at) * 1000)::bigint) from 3)
      from 1 for 6),
    52, 1), 53, 1),
  'hex')::uuid;
