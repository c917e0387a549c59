-- What happened to an account: the member sees it in the settings. No secret, no email and no address is stored, only the HMAC
-- of the address under a key of the day: events of one day can be compared, those of different days cannot.
create table account_events (
  id uuid primary key default uuid_v7(),
  member_id uuid not null references members on delete cascade,
  kind text not null check (kind in (
    'signed-in', 'sign-in-failed', 'password-changed', 'password-reset', 'email-change-requested', 'email-changed',
    'email-change-undone', 'other-sessions-ended', 'oldest-session-ended', 'proof-given', 'proof-failed', 'account-deleted')),
  method text check (method in ('password', 'google')),
  device text not null check (char_length(device) <= 200),
  address_hash bytea not null check (octet_length(address_hash) = 32),
  created_at timestamptz(3) not null generated always as (uuid_v7_time(id)) stored
);
create index account_events_by_member on account_events (member_id, id desc);

-- Append-only, whatever the role: an event changes never, and goes only with its member or after 180 days.
create function refuse_account_event_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.created_at < now() - interval '180 days' or not exists (select from members where id = old.member_id) then
      return old;
    end if;
  end if;
  raise exception 'account_events is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger account_events_append_only before update or delete on account_events
  for each row execute function refuse_account_event_change();
create trigger account_events_no_truncate before truncate on account_events
  for each statement execute function refuse_account_event_change();
