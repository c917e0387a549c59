-- Which unread messages of a room mention a member: how many of the three hundred newest, and who wrote them, the newest last. Those of
-- members whom they blocked or muted do not count. In PL/pgSQL for the reasons of `messages_before`.
create or replace function count_unread_mentions(room uuid, member uuid, after uuid, out number integer, out sender_ids uuid[])
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  shard_of_room smallint = shard_of(room);
begin
  select count(*), array_agg(sender_id order by id) into number, sender_ids from (
    select id, sender_id, mentions, hidden_at from messages
    where shard = shard_of_room and conversation_id = room and id > after
    order by id desc limit 300) as newest
  where member = any (mentions) and hidden_at is null
    and not is_blocked(member, sender_id)
    and not exists (select from mutes where member_id = member and other_id = sender_id);
end
$$;
