-- Locks the conversation or room of a message that the member can read, and returns the message, the next stamp, and who else reads it.
-- `peer` is the other member of the conversation, null in a room. `obstacle` is why the member could not send there now, in the words of `insert_message` and `insert_room_message`. No row if the
-- member cannot read it.
create or replace function lock_message(member uuid, wanted uuid)
returns table (message messages, peer uuid, stamp timestamptz, readers uuid[], obstacle text) language plpgsql as $$
declare
  place uuid;
  pair conversations;
  room rooms;
  present uuid[];
begin
  select conversation_id into place from messages where shard = shard_of(wanted) and id = wanted;
  if not found then return; end if;
  select * into pair from conversations where id = place and member in (low_id, high_id) for update;
  if not found then
    select * into room from rooms where id = place for no key update;
    select array_agg(seat.member_id) filter (where seat.member_id <> member),
      array_agg(seat.member_id) filter (where seat.member_id <> member and seat.from_id < wanted)
    into present, readers
    from room_members as seat join members on members.id = seat.member_id and deleted_at is null
    where room_id = room.id and left_at is null and (room.readable_until is null or room.readable_until > clock_timestamp())
    having bool_or(seat.member_id = member and seat.from_id < wanted);
    if not found then return; end if;
    stamp = next_stamp(room.last_stamp);
  else
    peer = case when member = pair.low_id then pair.high_id else pair.low_id end;
    if exists (
      select from conversation_sides
      where member_id = member and conversation_id = place and cleared_id >= wanted) then return; end if;
    select array_agg(other.id), array_agg(other.id) filter (where side.cleared_id is null or side.cleared_id < wanted)
    into present, readers
    from members as other
    left join conversation_sides as side on side.member_id = other.id and side.conversation_id = place
    where other.id = peer and other.deleted_at is null;
    stamp = next_stamp(pair.last_stamp);
  end if;
  readers = coalesce(readers, '{}');
  obstacle = case
    when room.closed_at is not null then 'closed'
    when exists (
      select from members
      where id = member and greatest(suspended_until, messaging_limited_until) > clock_timestamp()) then 'limited'
    when present is null then case when peer is null then 'alone' else 'no-recipient' end
    when cardinality(present) = 1 and is_blocked(member, present[1]) then 'blocked'
  end;

  select kept.* into message from messages as kept where shard = shard_of(wanted) and id = wanted;
  return next;
end
$$;
