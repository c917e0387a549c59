-- How many messages of a room a member has not read, counted to a hundred among the three hundred newest: not their own, not lines, not deleted
-- or hidden ones, and not those of members whom they blocked or muted. In PL/pgSQL for the reasons of `messages_before`.
create or replace function count_unread_in_room(room uuid, member uuid, after uuid) returns integer
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  shard_of_room smallint = shard_of(room);
begin
  return (
    select count(*) from (
      select from (
        select sender_id, line, deleted_at, hidden_at from messages
        where shard = shard_of_room and conversation_id = room and id > after
        order by id desc limit 300) as newest
      where sender_id <> member and num_nonnulls(line, deleted_at, hidden_at) = 0
        and not exists (select from blocks where member_id = member and other_id = sender_id)
        and not exists (select from mutes where member_id = member and other_id = sender_id)
      limit 100) as unread);
end
$$;
