-- Ends the open requests of a role that is closed or deleted, or of all roles of a post that is hidden: there is nothing left to answer.
create or replace function end_join_requests() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'posts' then
    perform from projects where post_id = new.id for no key update;
    perform from roles where post_id = new.id order by id for no key update;
    perform end_join_requests_of_role(id, 'taken-down') from roles where post_id = new.id order by id;
    return null;
  end if;
  perform end_join_requests_of_role(old.id, 'taken-down');
  -- The result of a trigger before a deletion; that of one after an update is ignored.
  return old;
end
$$;
