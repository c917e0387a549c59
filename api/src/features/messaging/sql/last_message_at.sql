-- When two members last wrote to each other; null if they never did. Two statements in PL/pgSQL, which keeps their plans for the
-- session: with the shard as a parameter, the second opens one partition of the messages instead of all.
create or replace function last_message_at(member uuid, peer uuid) returns timestamptz
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  conversation uuid;
begin
  select side.conversation_id into conversation from conversation_sides as side
  where side.member_id = member and side.peer_id = peer;
  if not found then return null; end if;
  return (
    select created_at from messages
    where shard = shard_of(conversation) and conversation_id = conversation
    order by id desc limit 1);
end
$$;
