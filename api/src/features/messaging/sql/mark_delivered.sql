-- Marks a message as delivered to the recipient's browser. Returns it if that is a change; returns no row for unknown
-- messages and those of other members.
create or replace function mark_delivered(member uuid, delivered uuid) returns setof messages language plpgsql as $$
declare
  conversation conversations;
  stamp timestamptz(3);
begin
  select conversations.* into conversation from messages
  join conversations on conversations.id = conversation_id
  where messages.id = delivered and shard = shard_of(delivered) and sender_id <> member
    and member in (low_id, high_id) and delivered_at is null
  for update of conversations;
  if not found then return; end if;
  stamp = next_stamp(conversation.last_stamp);
  return query update messages set delivered_at = greatest(date_trunc('milliseconds', clock_timestamp()), created_at), changed_at = stamp
  where id = delivered and shard = shard_of(delivered) and delivered_at is null returning messages.*;
  if found then update conversations set last_stamp = stamp where id = conversation.id; end if;
end
$$;
