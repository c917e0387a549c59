-- Requests of members to join through a role, and invitations by its owners (`from_owner`). The titles are copies, so that the
-- list of what one sent stays readable when role and post are gone. `owner_id` is the author of the post. `next_at` is when the
-- clock next has something to do: remind (`nudges` counts how often it did), or end it.
create table join_requests (
  id uuid primary key default uuid_v7(),
  role_id uuid references roles on delete set null,
  post_id uuid references posts on delete set null,
  role_title text not null,
  post_title text not null,
  member_id uuid not null references members on delete cascade,
  owner_id uuid references members on delete set null,
  sender_id uuid references members on delete set null,
  from_owner boolean not null default false,
  note text not null check (char_length(note) between 20 and 500),
  hours integer check (hours between 1 and 40),
  state text not null default 'waiting'
    check (state in ('waiting', 'talking', 'accepted', 'declined', 'withdrawn', 'ended')),
  reason text
    check (reason in ('filled', 'experience', 'hours', 'changed', 'later', 'no-answer', 'quiet', 'taken-down')),
  answer text not null default '' check (char_length(answer) <= 500),
  due_at timestamptz(3) not null,
  next_at timestamptz(3) not null,
  nudges integer not null default 0,
  answered_at timestamptz(3),
  ended_at timestamptz(3),
  temp_id text not null,
  temp_digest bytea not null,
  created_at timestamptz(3) not null generated always as (uuid_v7_time(id)) stored,
  check ((hours is null) = from_owner)
);
create unique index join_requests_live on join_requests (role_id, member_id)
  where state in ('waiting', 'talking', 'accepted');
create unique index join_requests_temp_id on join_requests (sender_id, temp_id);
create index join_requests_by_member on join_requests (member_id, id desc);
create index join_requests_by_owner on join_requests (owner_id, id desc);
create index join_requests_by_post on join_requests (post_id, id desc);
create index join_requests_by_role on join_requests (role_id, id);
create index join_requests_due on join_requests (next_at, id) where state in ('waiting', 'talking');
