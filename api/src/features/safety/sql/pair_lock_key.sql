-- The key of the advisory lock of two members, in either order. A block takes the lock exclusively, what a block closes shares it.
create or replace function pair_lock_key(one uuid, other uuid)
returns bigint language sql immutable parallel safe as $$
  select uuid_hash_extended(least(one, other), 17) # uuid_hash_extended(greatest(one, other), 34)
$$;
