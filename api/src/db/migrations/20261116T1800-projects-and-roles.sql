-- What the author of a post said about their project; no row where nothing was said. `open_roles`, `open_skills` (names of at
-- most six skills) and `team_size` are counted by whatever changes roles and teams, so that a page of posts counts nothing.
-- `alive_at` is the last sign of life of an owner.
create table projects (
  post_id uuid primary key references posts on delete cascade,
  state text check (state in ('idea', 'building', 'shipped', 'paused', 'needs-owner')),
  topics text[] not null default '{}' check (cardinality(topics) <= 5),
  open_roles integer not null default 0 check (open_roles >= 0),
  open_skills text[] not null default '{}' check (cardinality(open_skills) <= 6),
  team_size integer not null default 0 check (team_size >= 0),
  reply_days integer not null default 7 check (reply_days in (2, 7, 14)),
  is_listed boolean not null default true,
  alive_at timestamptz(3) not null default clock_timestamp()
) with (fillfactor = 80);

-- `skill_keys` are the keys of `skills`, in the same order.
-- `paused_by`: what paused the role; null if an owner did. `asked_on`: when the owners were asked whether it is still open.
create table roles (
  id uuid primary key default uuid_v7(),
  post_id uuid not null references posts on delete cascade,
  title text not null check (char_length(title) between 1 and 60),
  about text not null default '' check (char_length(about) <= 500),
  skills text[] not null check (cardinality(skills) between 1 and 8),
  skill_keys text[] not null check (cardinality(skill_keys) = cardinality(skills)),
  must_skills text[] not null default '{}' check (cardinality(must_skills) <= 3),
  hours_from integer not null check (hours_from between 1 and 40),
  hours_to integer not null check (hours_to between hours_from and 40),
  term text not null check (term in ('weeks', 'months', 'open')),
  zone text check (char_length(zone) <= 64),
  zone_spread integer check (zone_spread in (3, 6)),
  reward text not null check (reward in ('unpaid', 'shared-revenue', 'equity', 'paid')),
  reward_note text not null default '' check (char_length(reward_note) <= 100),
  seats integer not null check (seats between 1 and 9),
  filled integer not null default 0 check (filled between 0 and seats),
  state text not null default 'open' check (state in ('open', 'paused', 'filled', 'closed')),
  paused_by text check (paused_by in ('project', 'unanswered')),
  confirmed_on date not null default (now() at time zone 'UTC')::date,
  asked_on date,
  temp_id text,
  temp_digest bytea,
  created_at timestamptz(3) not null generated always as (uuid_v7_time(id)) stored,
  check ((zone is null) = (zone_spread is null)),
  check (paused_by is null or state = 'paused')
);
create index roles_by_post on roles (post_id, id);
-- The list of roles, the last confirmed first, and the search for those without a sign of life, the oldest first.
create index roles_open on roles (confirmed_on, id) where state = 'open';
create unique index roles_temp_id on roles (post_id, temp_id) where temp_id is not null;

-- The skills (`skill:react`) and topics (`topic:games`) of open roles, and of nothing else, so that it stays small.
create table open_role_terms (
  term text not null,
  confirmed_on date not null,
  role_id uuid not null references roles on delete cascade,
  primary key (term, confirmed_on, role_id)
);
create index open_role_terms_by_role on open_role_terms (role_id);

-- Who is on the team of a post; its author is no row. `left_at` is set once they left.
create table team_members (
  post_id uuid not null references posts on delete cascade,
  member_id uuid not null references members on delete cascade,
  role_id uuid references roles on delete set null,
  role_title text not null check (char_length(role_title) <= 60),
  is_co_owner boolean not null default false,
  joined_at timestamptz(3) not null default clock_timestamp(),
  left_at timestamptz(3),
  primary key (post_id, member_id)
);
create index team_members_by_member on team_members (member_id, joined_at desc);
create index team_members_by_role on team_members (role_id) where role_id is not null;
