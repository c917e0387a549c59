-- Append-only for every role: an entry is never deleted, and changes only where it named a member who has been deleted.
create or replace function refuse_audit_log_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.id, new.action, new.subject, new.details) = (old.id, old.action, old.subject, old.details)
      and (new.actor_id is not distinct from old.actor_id
        or (new.actor_id is null and not exists (select from members where id = old.actor_id)))
      and (new.member_id is not distinct from old.member_id
        or (new.member_id is null and not exists (select from members where id = old.member_id))) then
      return new;
    end if;
  end if;
  raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege';
end $$;
