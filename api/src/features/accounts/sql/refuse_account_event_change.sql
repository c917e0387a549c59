-- Append-only for every role: an event never changes, and is deleted only with its member or after 180 days.
create or replace function refuse_account_event_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.created_at < now() - interval '180 days' or not exists (select from members where id = old.member_id) then
      return old;
    end if;
  end if;
  raise exception 'account_events is append-only' using errcode = 'insufficient_privilege';
end $$;
