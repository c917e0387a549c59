-- When two members last wrote to each other; null if they never did. PL/pgSQL keeps the plan, which has to consider all partitions of
-- the messages, for the session.
create or replace function last_message_at(member uuid, peer uuid) returns timestamptz
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select newest.created_at from conversation_sides as side
    cross join lateral (
      select created_at from messages
      where shard = shard_of(side.conversation_id) and conversation_id = side.conversation_id
      order by id desc limit 1) as newest
    where side.member_id = member and side.peer_id = peer);
end
$$;
