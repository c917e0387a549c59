-- Locks the conversation or room of a message that the member can read, and returns the message, the next stamp, and who else reads it.
-- `peer` is the other member of the conversation, null in a room. `obstacle` is why the member could not send there now, in the words of
-- `insert_message` and `insert_room_message`. No row if the member cannot read it. PostgreSQL keeps its plans for the reasons of
-- `messages_before`.
create or replace function lock_message(member uuid, wanted uuid)
returns table (message messages, peer uuid, stamp timestamptz, readers uuid[], obstacle text)
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  -- Known before the statements, whose plans then open one partition.
  shard_of_message smallint = shard_of(wanted);
  place uuid;
  pair conversations;
  room rooms;
  present uuid[];
  is_limited boolean;
  is_cleared boolean;
  reader uuid;
begin
  select conversation_id into place from messages where shard = shard_of_message and id = wanted;
  if not found then return; end if;
  select * into pair from conversations where id = place and member in (low_id, high_id) for update;
  if not found then
    select * into room from rooms where id = place for no key update;
    -- Each member is looked up, as in `insert_room_message`.
    select array_agg(member_id) filter (where member_id <> member),
      array_agg(member_id) filter (where member_id <> member and from_id < wanted),
      bool_or(member_id = member and limited_until > clock_timestamp())
    into present, readers, is_limited
    from room_members, lateral (
      select deleted_at, greatest(suspended_until, messaging_limited_until) as limited_until from members
      where id = member_id offset 0) as person
    where room_id = room.id and left_at is null and deleted_at is null
      and (room.readable_until is null or room.readable_until > clock_timestamp())
    having bool_or(member_id = member and from_id < wanted);
    if not found then return; end if;
    stamp = next_stamp(room.last_stamp);
  else
    peer = case when member = pair.low_id then pair.high_id else pair.low_id end;
    select own_side.cleared_id >= wanted, greatest(own.suspended_until, own.messaging_limited_until) > clock_timestamp(),
      array[other.id], case when side.cleared_id is null or side.cleared_id < wanted then other.id end
    into is_cleared, is_limited, present, reader
    from members as own
    left join conversation_sides as own_side on own_side.member_id = own.id and own_side.peer_id = peer
    left join members as other on other.id = peer and other.deleted_at is null
    left join conversation_sides as side on side.member_id = other.id and side.peer_id = own.id
    where own.id = member;
    if is_cleared then return; end if;
    present = array_remove(present, null);
    readers = array_remove(array[reader], null);
    stamp = next_stamp(pair.last_stamp);
  end if;
  readers = coalesce(readers, '{}');
  obstacle = case
    when room.closed_at is not null then 'closed'
    when is_limited then 'limited'
    when cardinality(present) > 1 then null
    when present[1] is null then case when peer is null then 'alone' else 'no-recipient' end
    when is_blocked(member, present[1]) then 'blocked'
  end;

  select kept.* into message from messages as kept where shard = shard_of_message and id = wanted;
  return next;
end
$$;
