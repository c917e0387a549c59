-- Updates: news of a project.

create table updates (
  id uuid primary key default uuid_v7(),
  post_id uuid not null references posts on delete cascade,
  author_id uuid references members on delete set null,
  body text not null check (char_length(body) <= 2000),
  -- Set if the row is a change of state, which has no text.
  state text check (state in ('idea', 'building', 'shipped', 'paused', 'needs-owner')),
  edited_at timestamptz(3),
  temp_id text,
  temp_digest bytea,
  created_at timestamptz(3) not null generated always as (uuid_v7_time(id)) stored,
  check ((state is null) = (body <> ''))
);
create index updates_by_post on updates (post_id, id desc);
create index updates_by_author on updates (author_id) where author_id is not null;
create unique index updates_temp_id on updates (post_id, temp_id) where temp_id is not null;
create trigger record_erasures after delete on updates referencing old table as gone
  for each statement execute function record_erasures('update', 'id');

-- A trigger, so that no way of deleting forgets the notifications about an update: its owners delete it, its post is deleted, an erasure
-- is repeated.
create function insert_update_deleted() returns trigger language plpgsql as 'begin return old; end';
create trigger insert_update_deleted before delete on updates
  for each row when (old.state is null) execute function insert_update_deleted();

-- The updates of which followers are still to be notified.
create table update_deliveries (
  update_id uuid primary key references updates on delete cascade,
  -- The last follower who was notified. A batch of notifications moves it in the same transaction, so that a worker that dies
  -- repeats none.
  last_follower_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
