-- Join requests: members ask to join through a role, or its owners invite them.

create table join_requests (
  id uuid primary key default uuid_v7(),
  role_id uuid references roles on delete set null,
  post_id uuid references posts on delete set null,
  -- Copies, so that the list of what one sent stays readable when role and post are gone.
  role_title text not null,
  post_title text not null,
  -- Who asks to join or is invited.
  member_id uuid not null references members on delete cascade,
  -- The author of the post.
  owner_id uuid references members on delete set null,
  -- The member, or the owner or co-owner who invited them.
  sender_id uuid references members on delete set null,
  -- Whether it is an invitation.
  from_owner boolean not null default false,
  note text not null check (char_length(note) between 20 and 500),
  hours integer check (hours between 1 and 40),
  state text not null default 'waiting'
    check (state in ('waiting', 'talking', 'accepted', 'declined', 'withdrawn', 'ended')),
  reason text
    check (reason in ('filled', 'experience', 'hours', 'changed', 'later', 'no-answer', 'quiet', 'taken-down')),
  answer text not null default '' check (char_length(answer) <= 500),
  -- By when the owners want to answer.
  due_at timestamptz(3) not null,
  -- When the clock next has something to do: remind, or end the request.
  next_at timestamptz(3) not null,
  reminders_sent integer not null default 0,
  -- When and by which owner it was answered first; with that owner the person then talks. An invitation has no `answered_by`.
  answered_at timestamptz(3),
  answered_by uuid references members on delete set null,
  ended_at timestamptz(3),
  -- True once the end without an answer has helped to pause the owner's roles: it counts towards one pause only.
  has_paused_roles boolean not null default false,
  -- Set while a moderator's decision hides note and answer from the other side.
  hidden_at timestamptz(3),
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
create index join_requests_by_answerer on join_requests (answered_by) where answered_by is not null;
-- The newest request of a member for a role, which lists of roles show.
create index join_requests_by_member_role on join_requests (member_id, role_id, id desc);
-- What the clock walks.
create index join_requests_due on join_requests (next_at, id) where state in ('waiting', 'talking');
-- Only open requests, which are few: the lists of what waits, and the limits of a member.
create index join_requests_open_by_member on join_requests (member_id, id desc) where state in ('waiting', 'talking');
create index join_requests_open_by_owner on join_requests (owner_id, id desc) where state in ('waiting', 'talking');
create index join_requests_open_by_post on join_requests (post_id, id desc) where state in ('waiting', 'talking');
-- The invitations that a member sent: the list, and the limit of a day.
create index join_requests_invitations on join_requests (sender_id, id desc) where from_owner;
-- Invitations are few among requests: the lists find them without reading past the requests.
create index join_requests_invitations_by_owner on join_requests (owner_id, id desc) where from_owner;
create index join_requests_invitations_by_member on join_requests (member_id, id desc) where from_owner;
-- The requests that the answer rate of an owner counts, the newest first: answered, or ended without an answer.
create index join_requests_counted on join_requests (owner_id, id desc) include (answered_at, due_at)
  where not from_owner and state <> 'withdrawn' and (answered_at is not null or reason = 'no-answer');
-- For moderators, who see how long the oldest request has waited for an answer.
create index join_requests_waiting on join_requests (id) where state = 'waiting' and not from_owner;

-- A statement that closes or deletes a role, hides a post or blocks a member ends the requests in the same transaction.
create function end_join_requests() returns trigger language plpgsql as 'begin return old; end';
create trigger end_join_requests before delete on roles
  for each row execute function end_join_requests();
create trigger end_join_requests_of_closed after update of state on roles
  for each row when (new.state = 'closed' and old.state <> 'closed') execute function end_join_requests();
create trigger end_join_requests_of_hidden after update of hidden_at on posts
  for each row when (new.hidden_at is not null and old.hidden_at is null) execute function end_join_requests();
create function withdraw_blocked_join_requests() returns trigger language plpgsql as 'begin return null; end';
create trigger withdraw_blocked_join_requests after insert on blocks
  for each row execute function withdraw_blocked_join_requests();

-- Before the deletion, because afterwards the requests do not name the post any more.
create function clear_titles_of_hidden_post() returns trigger language plpgsql as 'begin return old; end';
create trigger clear_titles_of_hidden_post before delete on posts
  for each row when (old.hidden_at is not null) execute function clear_titles_of_hidden_post();
