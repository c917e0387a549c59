-- The same draft, sent twice, is one post; the same comment, sent twice, is one comment.
alter table posts add temp_id text;
create unique index posts_by_temp_id on posts (author_id, temp_id) where temp_id is not null;
alter table comments add temp_id text;
create unique index comments_by_temp_id on comments (author_id, temp_id) where temp_id is not null;

-- A thread is read by its root: what a reply answers is older than it, so any first part of a thread is a whole tree.
-- `depth` is 0 at the top and at most 5: whoever answers at the deepest level is attached beside, not below.
-- `root_id` has no foreign key: parent_id, which has one, leads to the same comment.
alter table comments add root_id uuid;
alter table comments add depth smallint not null default 0 check (depth between 0 and 5);
alter table comments add edited_at timestamptz(3);
alter table comments add deleted_at timestamptz(3);

-- A stone is what is left of a deleted comment that somebody replied to. It is not counted.
update comments set deleted_at = now() where content = '';
update post_stats set comment_count = comment_count - stones.count
from (select post_id, count(*) as count from comments where deleted_at is not null group by post_id) as stones
where stones.post_id = post_stats.post_id;
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
  -- Two ids of one millisecond sort by chance, and a clock can be set back.
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

-- Takes back those of `chosen` that are the author's, and names the posts that lost a comment. What nobody replied to
-- goes, with the stones above that have no reply left; the rest becomes stones. Whoever adds a comment holds the row of
-- its post first, and so does this: a reply is there before its parent is looked at, or finds it gone.
create function bury_comments(chosen uuid[], author uuid) returns setof uuid language plpgsql as $$
declare
  buried uuid[];
  concerned uuid[];
  candidates uuid[];
begin
  perform from posts
  where id in (select post_id from comments where id = any (chosen) and author_id = author)
  order by id for no key update;
  select array_agg(id), array_agg(distinct post_id) into buried, concerned
  from comments where id = any (chosen) and author_id = author;

  update post_stats set comment_count = comment_count - lost.count
  from (select post_id, count(*) as count from comments where id = any (buried) group by post_id) as lost
  where lost.post_id = post_stats.post_id;
  candidates = buried;
  while candidates is not null loop
    with gone as (
      delete from comments as leaf
      where id = any (candidates) and (deleted_at is not null or id = any (buried))
        and not exists (select from comments as reply where reply.parent_id = leaf.id)
      returning parent_id)
    select array_agg(parent_id) filter (where parent_id is not null) into candidates from gone;
  end loop;
  update comments set content = '', author_id = null, temp_id = null, edited_at = null, deleted_at = now()
  where id = any (buried);
  return query select unnest(concerned);
end
$$;

-- Threads from before: deeper than today's limit they keep their shape and count as deepest.
with recursive threads as (
  select id, id as root_id, 0 as depth from comments where parent_id is null
  union all
  select reply.id, threads.root_id, least(threads.depth + 1, 5) from comments as reply
  join threads on threads.id = reply.parent_id
)
update comments set root_id = threads.root_id, depth = threads.depth
from threads where threads.id = comments.id and threads.root_id <> threads.id;
alter table comments add constraint comments_thread_check check ((parent_id is null) = (root_id is null));
-- One index for the top of a post's comments, for each thread below it, and for all that go with a post.
drop index comments_by_post;
create index comments_by_post on comments (post_id, root_id, id);
-- Plan for the post that everybody talks about: told of the usual handful, PostgreSQL would fetch and sort all of them.
alter table comments alter column post_id set (n_distinct = -0.001);

-- What a search reads, apart from the posts: `folded` is title and body without case, `author` the name without case,
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
-- Long rows put their terms elsewhere first: an index has them, nobody reads them. And there is nothing to learn from
-- their statistics: a search knows its plan.
alter table post_search alter column terms set storage external;
alter table post_search alter column terms set statistics 0;

-- Posts that came by another way than being written: what is searched of them is still to be made, by the worker.
create table post_search_due (
  post_id uuid not null
);
insert into post_search_due select id from posts;

-- Every word of every post, and every end of every word: which words contain "act" is one range of an index.
-- `unused_since` is when no post was found to have the word any more; some time later it is forgotten.
create table search_words (
  word text collate "C" primary key,
  unused_since timestamptz(3)
);
create table search_suffixes (
  suffix text collate "C" not null,
  word text collate "C" not null,
  primary key (suffix, word)
);

-- Every end of a word, cut to the length that a search asks for. A name is a word that begins with a space, which
-- stays in front of each of its ends.
create function word_suffixes(word text) returns setof text language sql immutable strict parallel safe as $$
  select distinct repeat(' ', mark) || substr(word, first, 20)
  from (select (word like ' %')::integer as mark) as name
  cross join lateral generate_series(1 + mark, char_length(word)) as first
$$;
create function forget_word(forgotten text) returns void language sql as $$
  delete from search_suffixes where word = forgotten and suffix in (select word_suffixes(forgotten));
  delete from search_words where word = forgotten;
$$;

-- Likes in the order of the most-liked lists, a few seconds behind post_stats: a hot post moves here
-- once per round instead of with every like. `day` and `month` count from 1970 in UTC.
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

-- Posts whose likes or type changed since the last round. Append only: a like waits for nobody here.
create table post_rank_changes (
  post_id uuid not null
);
insert into post_rank_changes select id from posts;
