-- `temp_id` is an idempotency key: a post or comment that is sent twice is inserted once.
alter table posts add temp_id text;
create unique index posts_by_temp_id on posts (author_id, temp_id) where temp_id is not null;
alter table comments add temp_id text;
create unique index comments_by_temp_id on comments (author_id, temp_id) where temp_id is not null;

-- A thread is read by its root: a parent is older than its replies, so the oldest part of a thread is always a whole tree.
-- `depth` is 0 at the top and at most 5: a reply to a comment of depth 5 becomes its sibling.
-- `root_id` has no foreign key: parent_id, which has one, leads to the same comment.
alter table comments add root_id uuid;
alter table comments add depth smallint not null default 0 check (depth between 0 and 5);
alter table comments add edited_at timestamptz(3);
alter table comments add deleted_at timestamptz(3);

-- A tombstone is a deleted comment that has replies. It is not counted.
update comments set deleted_at = now() where content = '';
update post_stats set comment_count = comment_count - tombstones.count
from (select post_id, count(*) as count from comments where deleted_at is not null group by post_id) as tombstones
where tombstones.post_id = post_stats.post_id;
alter table comments drop constraint comments_content_check;
alter table comments add constraint comments_content_check check
  (case when deleted_at is null then char_length(content) between 1 and 2000 else content = '' and author_id is null end);

create function join_thread() returns trigger language plpgsql as $$
declare
  answered comments;
begin
  select * into answered from comments
  where id = new.parent_id and post_id = new.post_id and deleted_at is null;
  if not found then
    raise foreign_key_violation using message = 'a reply answers a comment of the same post',
      constraint = 'comments_parent_id_fkey', table = 'comments';
  end if;
  -- A reply must sort after its parent: ids of the same millisecond sort randomly, and a clock can be set back.
  if new.id <= answered.id then
    new.id = uuid_v7(uuid_v7_time(answered.id) + interval '1 millisecond');
  end if;
  new.root_id = coalesce(answered.root_id, answered.id);
  if answered.depth = 5 then
    new.parent_id = answered.parent_id;
    new.depth = 5;
  else
    new.depth = answered.depth + 1;
  end if;
  return new;
end
$$;
create trigger join_thread before insert on comments for each row
when (new.parent_id is not null and new.root_id is null) execute function join_thread();

-- Existing threads: replies below the depth limit keep their parent and get the maximum depth.
with recursive threads as (
  select id, id as root_id, 0 as depth from comments where parent_id is null
  union all
  select reply.id, threads.root_id, least(threads.depth + 1, 5) from comments as reply
  join threads on threads.id = reply.parent_id
)
update comments set root_id = threads.root_id, depth = threads.depth
from threads where threads.id = comments.id and threads.root_id <> threads.id;
alter table comments add constraint comments_thread_check check ((parent_id is null) = (root_id is null));
-- One index for the top-level comments of a post, for each of its threads, and for the cascade when a post is deleted.
drop index comments_by_post;
create index comments_by_post on comments (post_id, root_id, id);
-- Plans for posts with very many comments: with the real average, PostgreSQL would fetch and sort all of them.
alter table comments alter column post_id set (n_distinct = -0.001);

-- The search index, separate from the posts: `folded` is the case-folded title and body, `author` the case-folded name,
-- `terms` are hashes of the words in them, see features/posts/search.
create table post_search (
  post_id uuid primary key references posts on delete cascade,
  type text not null,
  author text collate "C" not null,
  folded text collate "C" not null,
  terms integer[] not null
);
create index post_search_by_type on post_search (type, post_id desc);
create index post_search_terms on post_search using gin (terms) with (fastupdate = off);
-- `terms` are stored out of line first in long rows: only the index reads them. They need no statistics: each search
-- query has a fixed plan.
alter table post_search alter column terms set storage external;
alter table post_search alter column terms set statistics 0;

-- Posts that were not inserted by the API, such as samples: the worker still has to create their search entry.
create table post_search_due (
  post_id uuid not null
);
insert into post_search_due select id from posts;

-- Every word of every post, and every suffix of every word: the words that contain "act" are one range of an index.
-- `unused_since` is when the word was first found in no post; some time later it is deleted.
create table search_words (
  word text collate "C" primary key,
  unused_since timestamptz(3)
);
create table search_suffixes (
  suffix text collate "C" not null,
  word text collate "C" not null,
  primary key (suffix, word)
);

-- Like counts that order the most-liked lists, a few seconds behind post_stats: a popular post is updated here once per
-- run of the ranks task instead of with every like. `day` and `month` count from 1970 in UTC.
create table post_ranks (
  post_id uuid primary key references posts on delete cascade,
  type text not null,
  like_count integer not null,
  day integer not null generated always as
    ((uuid_v7_time(post_id) at time zone 'utc')::date - date '1970-01-01') stored,
  month integer not null generated always as
    ((extract(year from uuid_v7_time(post_id) at time zone 'utc') * 12
      + extract(month from uuid_v7_time(post_id) at time zone 'utc') - 1 - 1970 * 12)::integer) stored
);
create index post_ranks_all on post_ranks (like_count desc, post_id desc);
create index post_ranks_month on post_ranks (month, like_count desc, post_id desc);
create index post_ranks_day on post_ranks (day, like_count desc, post_id desc);
create index post_ranks_type on post_ranks (type, like_count desc, post_id desc);
create index post_ranks_type_month on post_ranks (type, month, like_count desc, post_id desc);
create index post_ranks_type_day on post_ranks (type, day, like_count desc, post_id desc);

-- Posts whose likes or type changed since the last run of the ranks task. Append only: a like waits for no lock here.
create table post_rank_changes (
  post_id uuid not null
);
insert into post_rank_changes select id from posts;
