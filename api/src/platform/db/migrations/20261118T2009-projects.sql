-- Projects: what an author said about the project of a post; no row where nothing was said. The counts are kept by every statement that changes
-- roles and teams, so that a page of posts counts nothing.
create table projects (
  post_id uuid primary key references posts on delete cascade,
  state text check (state in ('idea', 'building', 'shipped', 'paused', 'needs-owner')),
  topics text[] not null default '{}' check (cardinality(topics) <= 5),
  open_roles integer not null default 0 check (open_roles >= 0),
  -- Names of at most six skills of the open roles.
  open_skills text[] not null default '{}' check (cardinality(open_skills) <= 6),
  team_size integer not null default 0 check (team_size >= 0),
  -- Within how many days the owners want to answer requests to join.
  reply_days integer not null default 7 check (reply_days in (2, 7, 14)),
  is_listed boolean not null default true,
  -- The last sign of life of an owner.
  last_active_at timestamptz(3) not null default clock_timestamp()
) with (fillfactor = 80);
