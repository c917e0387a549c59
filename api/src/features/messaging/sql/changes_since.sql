-- The messages of a conversation that changed after a stamp, in order of change. Sorting is disabled: PostgreSQL
-- expects short conversations, and would read and sort all messages of a long one.
create or replace function changes_since(conversation uuid, stamp timestamptz, cleared uuid, count integer)
returns setof messages language plpgsql stable set enable_sort = off set enable_bitmapscan = off as $$
begin
  return query select * from messages
  where shard = shard_of(conversation) and conversation_id = conversation
    -- Messages after the last cleared one have a later stamp than it.
    and changed_at > greatest(stamp, uuid_v7_time(cleared), '-infinity') and (cleared is null or id > cleared)
  order by changed_at limit count;
end
$$;
