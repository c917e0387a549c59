-- Roles: the people that a project looks for, and the team of those who joined.

create table roles (
  id uuid primary key default uuid_v7(),
  post_id uuid not null references posts on delete cascade,
  title text not null check (char_length(title) between 1 and 60),
  about text not null default '' check (char_length(about) <= 500),
  skills text[] not null check (cardinality(skills) between 1 and 8),
  -- The keys of `skills`, in the same order.
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
  -- The number of team members who hold a seat of it.
  filled integer not null default 0 check (filled between 0 and seats),
  state text not null default 'open' check (state in ('open', 'paused', 'filled', 'closed')),
  -- What paused the role; null if an owner did.
  paused_by text check (paused_by in ('project', 'unanswered')),
  -- The last sign of life of an owner, by which lists are ordered.
  confirmed_on date not null default (now() at time zone 'UTC')::date,
  -- When the owners were last asked whether it is still open; null once they answered.
  still_open_asked_on date,
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
create trigger record_erasures after delete on roles referencing old table as gone
  for each statement execute function record_erasures('role', 'id');

-- The skills (`skill:react`) and topics (`topic:games`) of open roles, and of nothing else, so that it stays small.
create table open_role_terms (
  term text not null,
  confirmed_on date not null,
  role_id uuid not null references roles on delete cascade,
  primary key (term, confirmed_on, role_id)
);
create index open_role_terms_by_role on open_role_terms (role_id);

-- Who is on the team of a post; its author is no row.
create table team_members (
  post_id uuid not null references posts on delete cascade,
  member_id uuid not null references members on delete cascade,
  role_id uuid references roles on delete set null,
  role_title text not null check (char_length(role_title) <= 60),
  is_co_owner boolean not null default false,
  joined_at timestamptz(3) not null default clock_timestamp(),
  -- Set once they left.
  left_at timestamptz(3),
  primary key (post_id, member_id)
);
create index team_members_by_member on team_members (member_id, joined_at desc);
create index team_members_by_role on team_members (role_id) where role_id is not null;

-- The terms of open roles and the counts in `projects` follow every change of roles, teams and topics, by any writer: a call, the
-- job that closes silent roles, the erasure of a member.
create function write_open_role_terms() returns trigger language plpgsql as 'begin return null; end';
create trigger write_open_role_terms after insert or delete or update of state, skills, skill_keys, confirmed_on on roles
  for each row execute function write_open_role_terms();
create function write_topic_terms() returns trigger language plpgsql as 'begin return null; end';
create trigger write_topic_terms after update of topics on projects
  for each row when (old.topics is distinct from new.topics) execute function write_topic_terms();
create function count_team() returns trigger language plpgsql as 'begin return null; end';
create trigger count_team after insert or delete or update of left_at, role_id on team_members
  for each row execute function count_team();

create function insert_co_owner_removed() returns trigger language plpgsql as 'begin return null; end';
create trigger insert_co_owner_removed after delete on team_members
  for each row when (old.is_co_owner and old.left_at is null) execute function insert_co_owner_removed();

-- A post of a member who looks for a project takes no roles.
create function close_roles_of_seeker() returns trigger language plpgsql as 'begin return null; end';
create trigger close_roles_of_seeker after update of type on posts
  for each row when (new.type = 'looking-to-join' and old.type <> 'looking-to-join') execute function close_roles_of_seeker();
