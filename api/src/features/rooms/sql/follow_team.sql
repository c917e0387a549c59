-- Keeps who is in the room of a post equal to its team, and creates the room when the first person joins. The post may be deleted
-- in the same transaction: then `close_room` closes the room, and nobody leaves it.
create or replace function follow_team() returns trigger language plpgsql as $$
declare
  was_present boolean := tg_op <> 'INSERT' and old.left_at is null;
  is_present boolean := tg_op <> 'DELETE' and new.left_at is null;
  changed_post uuid := case when tg_op = 'DELETE' then old.post_id else new.post_id end;
  person uuid := case when tg_op = 'DELETE' then old.member_id else new.member_id end;
  -- Below every id: a member who reads from here reads everything.
  beginning uuid := '00000000-0000-0000-0000-000000000000';
  post posts;
  room rooms;
  had_mention boolean;
begin
  if was_present = is_present then return null; end if;
  select * into post from posts where id = changed_post;
  if not found then return null; end if;

  if is_present then perform create_team_room(post); end if;
  select * into room from rooms where post_id = post.id for no key update;
  if not found then return null; end if;

  if is_present then
    insert into room_members as place (room_id, member_id, from_id)
    select room.id, id, coalesce(room.history_from, room.last_message_id, beginning) from members where id = person
    on conflict (room_id, member_id) do update
    set joined_at = excluded.joined_at, from_id = excluded.from_id, read_id = null, mention_id = null, muted_at = null, left_at = null;
  else
    update room_members set left_at = clock_timestamp() where room_id = room.id and member_id = person
    returning mention_id > greatest(read_id, from_id) into had_mention;
    if had_mention then
      insert into events (kind, subject_id, data)
      values ('room.mentions-changed', room.id, jsonb_build_object('memberIds', jsonb_build_array(person)));
    end if;
  end if;
  perform insert_room_line(room.id, person, case when is_present then 'joined' else 'left' end);
  insert into events (kind, subject_id, data)
  values ('room.changed', room.id, jsonb_build_object('memberIds', jsonb_build_array(person)));
  return null;
end
$$;
