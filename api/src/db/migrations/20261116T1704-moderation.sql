-- Everything that was reported about one subject, and what was decided about it.
-- `content` is what a report of messages copied, `content_excerpt` its beginning, both encrypted; they are erased 90 days after
-- the decision. `excerpt` is the beginning of a post or comment. `reason_counts` has the number of reports per reason.
-- `taken_back_at` is set when an appeal succeeded: the decision then has no effect any more.
create table cases (
  id uuid primary key default uuid_v7(),
  kind text not null check (kind in ('post', 'comment', 'message', 'member')),
  subject_id uuid not null,
  author_id uuid references members,
  weight integer not null default 0,
  report_count integer not null default 0,
  reason_counts jsonb not null default '{}',
  state text not null default 'open' check (state in ('open', 'appealed', 'decided')),
  excerpt text not null default '' check (char_length(excerpt) <= 200),
  content bytea,
  content_excerpt bytea,
  decided_by uuid references members on delete set null,
  decision text check (decision in ('keep', 'hide', 'limit-posting', 'limit-messaging', 'suspend')),
  rule text,
  text text check (char_length(text) <= 500),
  until timestamptz(3),
  decided_at timestamptz(3),
  appealed_at timestamptz(3),
  taken_back_at timestamptz(3),
  check ((state = 'open') = (decision is null)),
  check ((decision is null) = (decided_at is null)),
  check (state <> 'appealed' or appealed_at is not null)
);
create unique index cases_open_by_subject on cases (kind, subject_id) where state = 'open';
-- Ascending in both columns, so that a page continues by a comparison of rows: the greatest weight first, then the oldest.
create index cases_open_by_weight on cases ((-weight), id) where state = 'open';
create index cases_open_by_age on cases (id) where state = 'open';
create index cases_appealed on cases (appealed_at, id) where state = 'appealed';
create index cases_decided on cases (decided_at desc, id desc) where state = 'decided';
create index cases_by_author on cases (author_id, id desc);
create index cases_open_by_author on cases (author_id, id) where state = 'open';
create index cases_decided_by_author on cases (author_id, decided_at desc, id desc) where decision <> 'keep';
create index cases_by_decider on cases (decided_by) where decided_by is not null;
create index cases_with_content on cases (decided_at) where content is not null;

-- A reporter reports a subject once per case.
create table reports (
  id uuid primary key default uuid_v7(),
  case_id uuid not null references cases on delete cascade,
  reporter_id uuid references members on delete set null,
  reason text not null,
  note text not null check (char_length(note) <= 500),
  created_at timestamptz(3) not null generated always as (uuid_v7_time(id)) stored,
  unique (case_id, reporter_id)
);
create index reports_by_reporter on reports (reporter_id, id desc);
create index reports_by_case on reports (case_id, id);

-- The one objection to a decision.
create table appeals (
  case_id uuid primary key references cases on delete cascade,
  text text not null check (char_length(text) <= 1000),
  created_at timestamptz(3) not null default clock_timestamp(),
  decided_by uuid references members on delete set null,
  outcome text check (outcome in ('stands', 'taken-back')),
  answer text check (char_length(answer) <= 500),
  decided_at timestamptz(3)
);
create index appeals_by_decider on appeals (decided_by) where decided_by is not null;

-- Members with a role; granted on the server only.
create table staff (
  member_id uuid primary key references members on delete cascade,
  role text not null check (role in ('moderator', 'admin')),
  granted_at timestamptz(3) not null default clock_timestamp()
);

-- What staff did. `member_id` is the member it is about. No other column names a member.
create table audit_log (
  id uuid primary key default uuid_v7(),
  actor_id uuid references members on delete set null,
  member_id uuid references members on delete set null,
  action text not null,
  subject text not null,
  details jsonb not null default '{}',
  at timestamptz(3) not null generated always as (uuid_v7_time(id)) stored
);
create index audit_log_by_actor on audit_log (actor_id, id desc);
create index audit_log_by_member on audit_log (member_id, id desc);
create index audit_log_by_subject on audit_log (subject, id desc);

-- Append-only, whatever the role: an entry never goes, and changes only where it named a member who has been deleted.
create function refuse_audit_log_change() returns trigger language plpgsql as $$
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
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_audit_log_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_audit_log_change();
