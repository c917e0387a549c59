-- The messages of two members that are older than `before` and that the member has not deleted, the newest first. In PL/pgSQL, which keeps
-- the plan for the session: outside of it, PostgreSQL takes one plan for all partitions to be more expensive than a new one for each call.
create or replace function messages_before(member uuid, peer uuid, before uuid, row_limit integer) returns setof messages
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  side record;
  -- Known before the statement, which then opens one partition.
  shard_of_both smallint = shard_between(member, peer);
begin
  select conversation_id, cleared_id into side from conversation_sides
  where member_id = member and peer_id = peer;
  if not found then return; end if;
  return query
    select * from messages
    where shard = shard_of_both and conversation_id = side.conversation_id
      and id > coalesce(side.cleared_id, '00000000-0000-0000-0000-000000000000') and id < before
    order by id desc limit row_limit;
end
$$;
