-- Queues a member whose names, text or skills changed. A row that is queued already is locked, so that the task that indexes it
-- waits for this change.
create or replace function queue_people_search() returns trigger language plpgsql as $$
declare
  changed uuid;
begin
  if tg_table_name = 'members' then
    changed = new.id;
  else
    changed = new.member_id;
  end if;
  insert into people_search_due (member_id) values (changed)
  on conflict (member_id) do update set member_id = excluded.member_id;
  return null;
end
$$;
