-- Replaces the text of a message. The status is 'changed' with the other members who read it, 'same' without a change, or a refusal:
-- 'no-message'; 'not-sender'; 'final' for lines, deleted and hidden messages; 'late' a day after it was sent; 'no-picture'
-- if `picture_keys` has one that the message does not; or the obstacle that would refuse a new message. Pictures that are not among
-- them are removed.
drop function if exists edit_message(uuid, uuid, text, text[]);
drop function if exists edit_message(uuid, uuid, text, text[], boolean);
create or replace function edit_message(
  member uuid, wanted uuid, message_text text, names text[], markdown boolean default false, picture_keys text[] default null)
returns table (status text, message messages, peer uuid, readers uuid[]) language plpgsql as $$
declare
  keys text[] = coalesce(picture_keys, message_picture_keys(message_text, markdown));
  locked record;
  before uuid[];
  mentioned uuid[];
begin
  select * into locked from lock_message(member, wanted);
  status = case
    when not found then 'no-message'
    when (locked.message).sender_id <> member then 'not-sender'
    when num_nonnulls((locked.message).line, (locked.message).deleted_at, (locked.message).hidden_at) > 0 then 'final'
    when locked.obstacle is not null then locked.obstacle
    when (locked.message).created_at < clock_timestamp() - interval '24 hours' then 'late'
    when (locked.message).content = message_text then 'same'
    else 'changed'
  end;
  if status in ('same', 'changed') and cardinality(keys) > 0 then
    if not keys <@ array(select key from message_pictures where message_id = wanted and removed_at is null) then
      status = 'no-picture';
    end if;
  end if;
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
  if message.is_markdown then
    perform remove_message_pictures(array[wanted], keys, locked.stamp);
  end if;
  before = coalesce(message.mentions, '{}');
  if peer is null and (cardinality(names) > 0 or message.reply_to is not null) then
    mentioned = choose_mentioned(member, readers, names, message.reply_to);
  end if;
  message.content = message_text;
  message.is_markdown = case when markdown then true end;
  message.mentions = mentioned;
  message.edited_at = locked.stamp;
  message = store_revision(message, locked.stamp);
  if before <> coalesce(mentioned, '{}') then
    perform move_mentions(message, before, coalesce(mentioned, '{}'), member);
  end if;
  return next;
end
$$;
