-- Comments. A thread is read by its root: a parent is older than its replies, so the oldest part of a thread is always a whole tree.

-- Without a foreign key to posts, like likes: a comment is inserted only while its statement holds a lock on the post.
create table comments (
  id uuid primary key default uuid_v7(),
  post_id uuid not null,
  parent_id uuid references comments on delete cascade,
  -- The top-level comment of the thread. It has no foreign key: parent_id, which has one, leads to the same comment.
  root_id uuid,
  -- 0 at the top and at most 5: a reply to a comment of depth 5 becomes its sibling.
  depth smallint not null default 0 check (depth between 0 and 5),
  author_id uuid references members on delete set null,
  content text not null,
  -- The idempotency key, and a digest of the content as it was first sent, as in `posts`.
  temp_id text,
  temp_digest bytea,
  edited_at timestamptz(3),
  -- Set while a moderator's decision hides the comment. It keeps its place in the thread, and its count.
  hidden_at timestamptz(3),
  -- Set on a tombstone: a deleted comment that has replies. It is not counted.
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null generated always as (uuid_v7_time(id)) stored,
  constraint comments_content_check check
    (case when deleted_at is null then char_length(content) between 1 and 2000 else content = '' and author_id is null end),
  constraint comments_thread_check check ((parent_id is null) = (root_id is null))
);
-- One index for the top-level comments of a post, for each of its threads, and for the deletion of a post's comments.
create index comments_by_post on comments (post_id, root_id, id);
create index comments_by_parent on comments (parent_id) where parent_id is not null;
create index comments_by_author on comments (author_id, id desc);
create unique index comments_by_temp_id on comments (author_id, temp_id) where temp_id is not null;
-- Plans for posts with very many comments: with the real average, PostgreSQL would fetch and sort all of them.
alter table comments alter column post_id set (n_distinct = -0.001);

-- Sets `root_id` and `depth` of a reply.
create function join_thread() returns trigger language plpgsql as 'begin return new; end';
create trigger join_thread before insert on comments
  for each row when (new.parent_id is not null and new.root_id is null) execute function join_thread();
