-- Creates the room of a post with everybody who is on its team, if it has none. The caller has locked the project, so that none of
-- them joins or leaves meanwhile.
create or replace function create_team_room(post posts) returns void language sql as $$
  with room as (
    insert into rooms (id, post_id, name)
    values (id_in_shard(floor(random() * 4096)::smallint, clock_timestamp()), post.id, post.title)
    on conflict (post_id) do nothing
    returning id)
  -- Below every id: they read everything.
  insert into room_members (room_id, member_id, from_id)
  select room.id, members.id, '00000000-0000-0000-0000-000000000000' from room join members on members.id in (
    select post.author_id
    union select member_id from team_members where post_id = post.id and left_at is null);
$$;
