-- The result of `insert_message` for a key that is known: the message of the first send, or a conflict if the two differ.
create or replace function repeat_message(sender uuid, temp text, known uuid, conversation uuid, message_text text)
returns table (status text, message messages) language plpgsql as $$
begin
  update recent_message_keys set tries = least(tries + 1, 32000) where sender_id = sender and temp_id = temp;
  select kept.* into message from messages as kept where id = known and shard = shard_of(known);
  -- The text of the first send is not known any more once the message was edited or deleted.
  if message.conversation_id = conversation
    and (message.content = message_text or num_nonnulls(message.edited_at, message.deleted_at) > 0) then
    status = 'repeated';
  else
    status = 'conflict';
    message = null;
    -- A conversation that this call has started for nothing.
    delete from conversations where id = conversation and not exists (
      select from messages where shard = shard_of(conversation) and conversation_id = conversation);
  end if;
  return next;
end
$$;
