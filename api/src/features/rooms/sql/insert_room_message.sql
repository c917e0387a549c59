-- Stores a message in a room and returns one row. Its status is 'sent' with those who get it, or 'repeated' with the message that the
-- first send stored, also after the sender has left; or the reason of a refusal without a message: 'conflict' if the `temp_id` belongs
-- to another message; 'no-room' if the sender is not on the team; 'closed'; 'limited' if a moderator's decision closed messages to the
-- sender; 'alone'; 'blocked' if of the only two members one blocked the other.
-- Of the members whom the text names, `names` in lower case, the first five who get it without a block are mentioned.
create or replace function insert_room_message(sender uuid, room uuid, message_text text, temp text, names text[])
returns table (status text, message messages, recipients uuid[]) language plpgsql as $$
declare
  locked rooms;
  known uuid;
  stamp timestamptz(3);
  new_id uuid;
  mentioned uuid[];
begin
  select * into locked from rooms where id = room for no key update;

  if temp is not null then
    select message_id into known from recent_message_keys where sender_id = sender and temp_id = temp limit 1;
    if found then
      return query select repeated.*, '{}'::uuid[] from repeat_message(sender, temp, known, room, message_text) as repeated;
      return;
    end if;
  end if;

  -- Read while the room is locked, so that it sees who joined, left or blocked before.
  select array_agg(member_id) filter (where member_id <> sender) into recipients
  from room_members join members on members.id = member_id and deleted_at is null
  where room_id = locked.id and left_at is null
  having bool_or(member_id = sender);
  status = case
    when not found then 'no-room'
    when locked.closed_at is not null then 'closed'
    when exists (
      select from members
      where id = sender and greatest(suspended_until, messaging_limited_until) > clock_timestamp()) then 'limited'
    when recipients is null then 'alone'
    when cardinality(recipients) = 1 and is_blocked(sender, recipients[1]) then 'blocked'
  end;
  if status is not null then
    recipients = null;
    return next;
    return;
  end if;

  stamp = next_stamp(locked.last_stamp);
  new_id = id_in_shard(shard_of(room), stamp);
  if temp is not null then
    insert into recent_message_keys (sender_id, temp_id, slot, message_id)
    values (sender, temp, message_key_slot(clock_timestamp()), new_id) on conflict do nothing;
    if not found then
      -- A concurrent send elsewhere has used it.
      return query select repeated.*, '{}'::uuid[] from repeat_message(sender, temp, null, room, message_text) as repeated;
      return;
    end if;
  end if;
  if cardinality(names) > 0 then
    select array_agg(id order by place) into mentioned from (
      select members.id, place from unnest(names) with ordinality as named (name, place)
      join members on lower(username) = name and members.id = any (recipients)
      where not is_blocked(sender, members.id)
      order by place limit 5) as first;
  end if;
  insert into messages as kept (id, shard, conversation_id, sender_id, content, changed_at, mentions)
  values (new_id, shard_of(room), room, sender, message_text, stamp, mentioned)
  returning kept.* into message;
  update rooms set last_stamp = stamp, last_message_id = new_id where id = room;
  if mentioned is not null then
    -- In the order in which `lockPlaces` locks them.
    perform from room_members where room_id = room and member_id = any (mentioned) order by member_id for no key update;
    update room_members set mention_id = new_id where room_id = room and member_id = any (mentioned);
    insert into events (kind, subject_id, actor_id, data)
    values ('room.mentions-changed', room, sender, jsonb_build_object('memberIds', mentioned));
  end if;
  status = 'sent';
  return next;
end
$$;
