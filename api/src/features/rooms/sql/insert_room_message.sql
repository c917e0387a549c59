-- Stores a message in a room and returns one row. Its status is 'sent' with those who get it, or 'repeated' with the message that the
-- first send stored, also after the sender has left; or the reason of a refusal without a message: 'conflict' if the `temp_id` belongs
-- to another message; 'no-room' if the sender is not on the team; 'closed'; 'limited' if a moderator's decision closed messages to the
-- sender; 'alone'; 'blocked' if of the only two members one blocked the other; 'no-answered' if the sender cannot read the message that
-- this one answers; 'no-picture' if one is not an unused upload of the sender. A post to which the text links is left
-- out if the sender may not read it.
drop function if exists insert_room_message(uuid, uuid, text, text, text[]);
drop function if exists insert_room_message(uuid, uuid, text, text, text[], boolean, uuid, uuid, uuid);
create or replace function insert_room_message(
  sender uuid, room uuid, message_text text, temp text, names text[], markdown boolean default false, answered uuid default null,
  linked_post uuid default null, linked_role uuid default null, picture_keys text[] default null)
returns table (status text, message messages, recipients uuid[]) language plpgsql as $$
declare
  locked rooms;
  known uuid;
  stamp timestamptz(3);
  new_id uuid;
  is_limited boolean;
  mentioned uuid[];
  quoted jsonb;
  keys text[] = coalesce(picture_keys, message_picture_keys(message_text, markdown));
  has_pictures boolean = lock_unused_pictures(sender, keys);
begin
  select * into locked from rooms where id = room for no key update;

  if temp is not null then
    select message_id into known from recent_message_keys where sender_id = sender and temp_id = temp limit 1;
    if found then
      return query select repeated.*, '{}'::uuid[] from repeat_message(sender, temp, known, room, message_text) as repeated;
      return;
    end if;
  end if;

  -- Read while the room is locked, so that it sees who joined, left or blocked before. Each member is looked up: PostgreSQL would read the
  -- whole table of members where it is small.
  select array_agg(member_id) filter (where member_id <> sender), bool_or(member_id = sender and limited_until > clock_timestamp())
  into recipients, is_limited
  from room_members, lateral (
    select deleted_at, greatest(suspended_until, messaging_limited_until) as limited_until from members
    where id = member_id offset 0) as person
  where room_id = locked.id and left_at is null and deleted_at is null
  having bool_or(member_id = sender);
  -- No query in it, which would be planned for each message: what few messages need is asked below.
  status = case
    when not found then 'no-room'
    when locked.closed_at is not null then 'closed'
    when is_limited then 'limited'
    when recipients is null then 'alone'
    when cardinality(recipients) = 1 and is_blocked(sender, recipients[1]) then 'blocked'
  end;
  if status is null and answered is not null then
    perform from messages as earlier join room_members as seat on seat.room_id = room and seat.member_id = sender
    where earlier.shard = shard_of(room) and earlier.conversation_id = room and earlier.id = answered and earlier.line is null
      and earlier.id > seat.from_id;
    status = case when not found then 'no-answered' end;
  end if;
  if status is null and not has_pictures then
    status = 'no-picture';
  end if;
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
  if cardinality(names) > 0 or answered is not null then
    mentioned = choose_mentioned(sender, recipients, names, answered);
  end if;
  if linked_post is not null then
    quoted = find_about(sender, linked_post, linked_role);
  end if;
  insert into messages as kept (
    id, shard, conversation_id, sender_id, content, changed_at, mentions, about, is_markdown, reply_to)
  values (
    new_id, shard_of(room), room, sender, message_text, stamp, mentioned, quoted, case when markdown then true end, answered)
  returning kept.* into message;
  if cardinality(keys) > 0 then
    update message_pictures set message_id = new_id where key = any (keys);
  end if;
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
