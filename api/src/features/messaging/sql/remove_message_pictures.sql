-- Marks the pictures of messages as removed, except those with the keys `kept`: only moderators still see them, and the cleanup deletes them
-- some days later. Locks them by key, as the cleanup and the erasure of an account do.
create or replace function remove_message_pictures(of_messages uuid[], kept text[], removed timestamptz) returns void language plpgsql as $$
begin
  perform from message_pictures where message_id = any (of_messages) and not key = any (kept) order by key for update;
  update message_pictures set removed_at = least(removed_at, removed)
  where message_id = any (of_messages) and not key = any (kept);
end
$$;
