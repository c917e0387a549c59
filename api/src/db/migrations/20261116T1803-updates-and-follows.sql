-- News of a project. A row with `state` is a change of state and has no text.
create table updates (
  id uuid primary key default uuid_v7(),
  post_id uuid not null references posts on delete cascade,
  author_id uuid references members on delete set null,
  body text not null check (char_length(body) <= 2000),
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

-- Who saved which post, and who also hears of its updates. Nobody but the member sees it. Without a foreign key to posts:
-- the worker deletes the rows of a deleted post in batches, like its likes.
create table follows (
  member_id uuid not null references members on delete cascade,
  post_id uuid not null,
  with_updates boolean not null default false,
  followed_at timestamptz(3) not null default clock_timestamp(),
  primary key (member_id, post_id)
);
create index follows_newest on follows (member_id, followed_at desc, post_id desc);
create index follows_by_post on follows (post_id, member_id) include (with_updates);
