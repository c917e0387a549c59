-- Runs with the rights of the owner of the table, so that the application's role needs no right to delete.
create or replace function delete_old_account_events() returns void language sql security definer set search_path from current as $$
  delete from account_events where id < (select uuid_v7(now() - interval '180 days 1 minute'));
$$;
