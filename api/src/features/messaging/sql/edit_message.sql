-- Replaces the text of a message. The status is 'changed' with the other members who read it, 'same' without a change, or a refusal:
-- 'no-message'; 'not-sender'; 'final' for lines, deleted and hidden messages; 'late' a day after it was sent; or the obstacle that would
-- refuse a new message. Of the members whom the text names, those who read it without a block are mentioned, as in `insert_room_message`.
create or replace function edit_message(member uuid, wanted uuid, message_text text, names text[])
returns table (status text, message messages, peer uuid, readers uuid[]) language plpgsql as $$
declare
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
  before = coalesce(message.mentions, '{}');
  if peer is null and cardinality(names) > 0 then
    select array_agg(id order by place) into mentioned from (
      select members.id, place from unnest(names) with ordinality as named (name, place)
      join members on lower(username) = name and members.id = any (readers)
      where not is_blocked(member, members.id)
      order by place limit 5) as first;
  end if;
  message.content = message_text;
  message.mentions = mentioned;
  message.edited_at = locked.stamp;
  message = store_revision(message, locked.stamp);
  perform move_mentions(message, before, coalesce(mentioned, '{}'), member);
  return next;
end
$$;
