-- Stores that a member joined or left a room, or changed its history setting. The caller has locked the room.
create or replace function insert_room_line(room uuid, member uuid, kind text) returns void language plpgsql as $$
declare
  stamp timestamptz(3);
  new_id uuid;
begin
  select next_stamp(last_stamp) into stamp from rooms where id = room;
  new_id = id_in_shard(shard_of(room), stamp);
  insert into messages (id, shard, conversation_id, sender_id, content, line, changed_at)
  values (new_id, shard_of(room), room, member, kind, kind, stamp);
  update rooms set last_stamp = stamp, last_message_id = new_id where id = room;
end
$$;
