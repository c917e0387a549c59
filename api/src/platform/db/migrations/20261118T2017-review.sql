-- Review: the staff, and what they did.

-- Moderators and admins; granted on the server only.
create table staff (
  member_id uuid primary key references members on delete cascade,
  role text not null check (role in ('moderator', 'admin')),
  granted_at timestamptz(3) not null default clock_timestamp()
);

-- What staff did. No column but the first two references names a member.
create table audit_log (
  id uuid primary key default uuid_v7(),
  actor_id uuid references members on delete set null,
  -- The member it is about.
  member_id uuid references members on delete set null,
  action text not null,
  subject text not null,
  details jsonb not null default '{}',
  at timestamptz(3) not null generated always as (uuid_v7_time(id)) stored
);
create index audit_log_by_actor on audit_log (actor_id, id desc);
create index audit_log_by_member on audit_log (member_id, id desc);
create index audit_log_by_subject on audit_log (subject, id desc);

-- Append-only for every role: an entry is never deleted, and changes only where it named a member who has been deleted.
create function refuse_audit_log_change() returns trigger language plpgsql as 'begin return null; end';
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_audit_log_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_audit_log_change();
