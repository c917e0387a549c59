-- Whether neither of the two blocked the other. A block between them waits until the transaction of the caller ends, so that nothing
-- is added after it. Volatile: the lookup must see a block that was committed while this call waited for the lock.
create or replace function lock_if_unblocked(one uuid, other uuid) returns boolean language plpgsql as $$
begin
  if one = other or one is null or other is null then return true; end if;
  perform pg_advisory_xact_lock_shared(pair_lock_key(one, other));
  return not is_blocked(one, other);
end
$$;
