-- Locks the pictures with which a member wants to send a message, before the conversation or room. False if one of them is not a stored
-- upload of the member that no message has: also when a concurrent send of the same message has just taken it.
create or replace function lock_unused_pictures(member uuid, keys text[]) returns boolean language plpgsql as $$
begin
  if cardinality(keys) = 0 then return true; end if;
  perform from message_pictures
  where key = any (keys) and member_id = member and message_id is null and stored_at is not null
  order by key for update;
  return (select count(*) from message_pictures
    where key = any (keys) and member_id = member and message_id is null and stored_at is not null) = cardinality(keys);
end
$$;
