-- no transaction
-- Queues all members who are not in the index, 10,000 in a transaction: one for all would hold locks of every member for minutes.
do $$
declare
  last uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
begin
  loop
    with batch as materialized (
      select id from members where id < last order by id desc limit 10000 for key share),
    queued as (
      insert into people_search_due (member_id, is_backfill)
      select id, true from batch where not exists (select from people_search where member_id = id)
      on conflict do nothing)
    select (array_agg(id order by id))[1] into last from batch;
    exit when last is null;
    commit;
  end loop;
end
$$;
