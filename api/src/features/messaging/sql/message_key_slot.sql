-- The partition of `recent_message_keys` for keys of a time: each holds thirty days, and the fifth thirty days use the first again.
create or replace function message_key_slot(at timestamptz) returns smallint
language sql stable parallel safe
return (floor(extract(epoch from at) / 2592000)::bigint % 4)::smallint;
