-- Time-ordered ids: the first 48 bits are milliseconds, so the primary key also orders the rows by creation.
create function uuid_v7(at timestamptz default clock_timestamp()) returns uuid
language sql volatile parallel safe
return encode(
  set_bit(set_bit(
    overlay(uuid_send(gen_random_uuid())
      placing substring(int8send(floor(extract(epoch from at) * 1000)::bigint) from 3)
      from 1 for 6),
    52, 1), 53, 1),
  'hex')::uuid;

create function uuid_v7_time(id uuid) returns timestamptz
language sql immutable strict parallel safe
return to_timestamp(
  ('x' || '0000' || translate(left(id::text, 13), '-', ''))::bit(64)::bigint / 1000.0);

create table members (
  id uuid primary key default uuid_v7(),
  username text not null check (username ~ '^[A-Za-z0-9_-]{3,30}$'),
  first_name text not null default '' check (char_length(first_name) <= 50),
  last_name text not null default '' check (char_length(last_name) <= 50),
  created_at timestamptz(3) not null generated always as (uuid_v7_time(id)) stored
);
create unique index members_username on members (lower(username) text_pattern_ops);

-- Newest first is "id desc": the busiest table needs one index less, and a cursor is one value.
create table posts (
  id uuid primary key default uuid_v7(),
  author_id uuid not null references members on delete cascade,
  type text not null check (type in (
    'showcase', 'seeking-contributors', 'looking-to-join', 'in-development', 'project-idea', 'other',
    'hackathon', 'learning-project', 'open-source')),
  title text not null check (char_length(title) between 1 and 100),
  body text not null check (char_length(body) between 1 and 5000),
  github text not null default '' check (char_length(github) <= 2048),
  demo text not null default '' check (char_length(demo) <= 2048),
  project_url text not null default '' check (char_length(project_url) <= 2048),
  created_at timestamptz(3) not null generated always as (uuid_v7_time(id)) stored
);
create index posts_by_type on posts (type, id desc);
create index posts_by_author on posts (author_id, id desc);

-- Counters are separate from the posts: a like rewrites one narrow row and touches no index (all updates are HOT).
create table post_stats (
  post_id uuid primary key references posts on delete cascade,
  like_count integer not null default 0 check (like_count >= 0),
  comment_count integer not null default 0 check (comment_count >= 0)
) with (fillfactor = 70);

create table post_likes (
  post_id uuid not null references posts on delete cascade,
  member_id uuid not null references members on delete cascade,
  liked_at timestamptz(3) not null default clock_timestamp(),
  primary key (post_id, member_id)
);
create index post_likes_newest on post_likes (post_id, liked_at desc) include (member_id);
create index post_likes_by_member on post_likes (member_id, post_id);

create table comments (
  id uuid primary key default uuid_v7(),
  post_id uuid not null references posts on delete cascade,
  parent_id uuid references comments on delete cascade,
  author_id uuid references members on delete set null,
  content text not null check (char_length(content) between 1 and 2000),
  created_at timestamptz(3) not null generated always as (uuid_v7_time(id)) stored
);
create index comments_by_post on comments (post_id, id);
create index comments_by_parent on comments (parent_id) where parent_id is not null;
create index comments_by_author on comments (author_id, id desc);
