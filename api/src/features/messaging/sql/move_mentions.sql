-- Follows a change of those whom a message in a room mentions: new ones are notified by `actor`, for all others the unread mentions are
-- counted anew.
create or replace function move_mentions(message messages, before uuid[], after uuid[], actor uuid) returns void language plpgsql as $$
declare
  room uuid = message.conversation_id;
  added uuid[] = array(select unnest(after) except select unnest(before));
  removed uuid[] = array(select unnest(before) except select unnest(after));
begin
  if cardinality(added) > 0 then
    -- In the order in which `lockPlaces` locks them.
    perform from room_members where room_id = room and member_id = any (added) order by member_id for no key update;
    update room_members set mention_id = greatest(mention_id, message.id) where room_id = room and member_id = any (added);
    insert into events (kind, subject_id, actor_id, data)
    values ('room.mentions-changed', room, actor, jsonb_build_object('memberIds', added));
  end if;
  if cardinality(removed) > 0 then
    insert into events (kind, subject_id, data)
    values ('room.mentions-changed', room, jsonb_build_object('memberIds', removed));
  end if;
end
$$;
