-- The messages of a conversation that changed after a stamp, in order of change. Sorting is disabled: PostgreSQL
-- expects short conversations, and would read and sort all messages of a long one. It keeps the plan for the reasons of `messages_before`.
create or replace function changes_since(conversation uuid, stamp timestamptz, cleared uuid, count integer)
returns setof messages language plpgsql stable
set enable_sort = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
declare
  shard_of_conversation smallint = shard_of(conversation);
  -- Messages after the last cleared one have a later stamp than it.
  since timestamptz = greatest(stamp, uuid_v7_time(cleared), '-infinity');
  after uuid = coalesce(cleared, '00000000-0000-0000-0000-000000000000');
begin
  return query select * from messages
  where shard = shard_of_conversation and conversation_id = conversation and changed_at > since and id > after
  order by changed_at limit count;
end
$$;
