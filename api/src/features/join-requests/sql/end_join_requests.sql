-- Ends the open requests of a role that is closed or deleted, or of all roles of a post that is hidden: there is nothing left to answer.
-- The locks of the roles, under which requests are created and answered, come first.
create or replace function end_join_requests() returns trigger language plpgsql as $$
declare
  role_ids uuid[];
begin
  if tg_table_name = 'posts' then
    perform from projects where post_id = new.id for no key update;
    perform from roles where post_id = new.id order by id for no key update;
    role_ids = array(select id from roles where post_id = new.id);
  else
    role_ids = array[old.id];
  end if;
  with ended as (
    update join_requests set state = 'ended', reason = 'taken-down', ended_at = clock_timestamp()
    where id in (
      select id from join_requests where role_id = any (role_ids) and state in ('waiting', 'talking')
      order by id for no key update)
    returning id)
  insert into events (kind, subject_id, data) select 'join-request.ended', id, '{}' from ended;
  -- The result of a trigger before a deletion; that of one after an update is ignored.
  return old;
end
$$;
