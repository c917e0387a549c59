-- Replaces a message by 'Message deleted', for everybody. Its sender may at any time, in a room also the owners of the project. The status
-- is 'changed' with the other members who read it, 'same' if it was deleted before, or a refusal: 'no-message', 'not-sender', or 'final' for
-- a line.
create or replace function delete_message(member uuid, wanted uuid, may_moderate boolean)
returns table (status text, message messages, peer uuid, readers uuid[]) language plpgsql as $$
declare
  locked record;
  was_unread boolean;
  before uuid[];
begin
  select * into locked from lock_message(member, wanted);
  status = case
    when not found then 'no-message'
    when (locked.message).line is not null then 'final'
    when (locked.message).sender_id <> member and not (locked.peer is null and may_moderate) then 'not-sender'
    when (locked.message).deleted_at is not null then 'same'
    else 'changed'
  end;
  if status not in ('same', 'changed') then
    return next;
    return;
  end if;
  message = locked.message;
  peer = locked.peer;
  readers = locked.readers;
  if status = 'same' then
    return next;
    return;
  end if;

  insert into message_versions (message_id, replaced_at, content) values (wanted, locked.stamp, message.content);
  delete from message_reactions where message_id = wanted;
  if message.is_markdown then
    perform remove_message_pictures(array[wanted], '{}', locked.stamp);
  end if;
  insert into erasures (kind, subject) values ('message', wanted);
  before = coalesce(message.mentions, '{}');
  was_unread = peer is not null and message.read_at is null;
  message.content = 'Message deleted';
  message.about = null;
  message.mentions = null;
  message.is_markdown = null;
  message.reply_to = null;
  message.deleted_at = locked.stamp;
  message.deleted_by_owner = case when message.sender_id <> member then true end;
  if was_unread then
    -- Read as far as anybody counts: otherwise `mark_read` would subtract it once more.
    message.delivered_at = coalesce(message.delivered_at, greatest(date_trunc('milliseconds', clock_timestamp()), message.created_at));
    message.read_at = message.delivered_at;
    update conversation_sides set unread = unread - 1
    where conversation_id = message.conversation_id and peer_id = message.sender_id and unread > 0
      and (cleared_id is null or cleared_id < wanted);
  end if;
  message = store_revision(message, locked.stamp);
  perform move_mentions(message, before, '{}', member);
  return next;
end
$$;
