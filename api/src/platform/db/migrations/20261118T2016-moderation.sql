-- Moderation: reports, decisions and appeals.

-- Everything that was reported about one subject, and what was decided about it.
create table cases (
  id uuid primary key default uuid_v7(),
  kind text not null check (kind in ('post', 'comment', 'message', 'member', 'join-request')),
  subject_id uuid not null,
  author_id uuid references members,
  -- What orders the queue of moderators.
  weight integer not null default 0,
  report_count integer not null default 0,
  -- The number of reports per reason.
  reason_counts jsonb not null default '{}',
  state text not null default 'open' check (state in ('open', 'appealed', 'decided')),
  -- The beginning of a post or comment.
  excerpt text not null default '' check (char_length(excerpt) <= 200),
  -- What a report of messages copied, and its beginning, both encrypted; they are erased 90 days after the decision.
  content bytea,
  content_excerpt bytea,
  decided_by uuid references members on delete set null,
  decision text check (decision in ('keep', 'hide', 'limit-posting', 'limit-messaging', 'suspend')),
  rule text,
  text text check (char_length(text) <= 500),
  -- The end of a limit or suspension; `infinity` without one.
  until timestamptz(3),
  decided_at timestamptz(3),
  appealed_at timestamptz(3),
  -- Set when an appeal succeeded: the decision then has no effect any more.
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
