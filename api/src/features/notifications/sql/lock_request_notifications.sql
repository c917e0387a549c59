-- Lets one transaction at a time write, read or delete notifications about join requests: one about a request that is answered at the
-- same moment would stay unread. Not a lock of the requests, because an answer would wait for a whole batch of events.
create or replace function lock_request_notifications() returns void language sql as $$
  select pg_advisory_xact_lock(1279872069, 0)
$$;
