-- Clears the conversation for one of its members; the other keeps all messages. Returns the last cleared message.
create or replace function clear_conversation(member uuid, peer uuid) returns uuid language plpgsql as $$
declare
  gone uuid;
  conversation uuid;
begin
  -- Locked, so that a concurrent message is either cleared too or arrives afterwards and stays.
  perform from conversations where low_id = least(member, peer) and high_id = greatest(member, peer) for update;
  update conversation_sides set cleared_id = last_message_id, last_message_id = null, unread = 0
  where member_id = member and peer_id = peer and last_message_id is not null
  returning cleared_id, conversation_id into gone, conversation;
  if gone is not null then
    insert into erasures (kind, subject) values ('conversation', concat_ws('/', member, conversation, gone));
  end if;
  return gone;
end
$$;
