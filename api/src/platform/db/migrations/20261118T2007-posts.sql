-- Posts with their likes, pictures, followers, ranks and search.

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
  -- Here, as every list of posts shows the cover. That its picture is in use is in `post_pictures`.
  cover_key text,
  cover_alt text,
  -- The idempotency key, and a digest of the content as it was first sent: posts can be edited, so their present text does not say
  -- whether the same content is sent again.
  temp_id text,
  temp_digest bytea,
  -- Set while a moderator's decision hides the post. A hidden post has no row in `post_search` and `post_ranks`.
  hidden_at timestamptz(3),
  created_at timestamptz(3) not null generated always as (uuid_v7_time(id)) stored,
  constraint posts_cover_check check (
    (cover_key is null) = (cover_alt is null) and cover_key ~ '^[A-Za-z0-9_-]{43}$' and char_length(cover_alt) <= 200)
);
create index posts_by_type on posts (type, id desc);
-- With the type included, the index that lists a member's posts also counts them by type.
create index posts_by_author on posts (author_id, id desc) include (type);
create unique index posts_by_temp_id on posts (author_id, temp_id) where temp_id is not null;
-- For the statistics of a profile: all posts of the author without the hidden ones, which are few. Both come from indexes alone.
create index posts_hidden on posts (author_id, type) where hidden_at is not null;
create trigger record_erasures after delete on posts referencing old table as gone
  for each statement execute function record_erasures('post', 'id');

-- Counters are separate from the posts: a like rewrites one narrow row and touches no index (all updates are HOT).
create table post_stats (
  post_id uuid primary key references posts on delete cascade,
  like_count integer not null default 0 check (like_count >= 0),
  comment_count integer not null default 0 check (comment_count >= 0)
) with (fillfactor = 70);

-- Without a foreign key to posts, which would delete millions of likes in the statement that deletes the post. A like is inserted only
-- while its statement holds a lock on the post, so none can be added to a deleted one.
create table post_likes (
  post_id uuid not null,
  member_id uuid not null references members on delete cascade,
  liked_at timestamptz(3) not null default clock_timestamp(),
  primary key (post_id, member_id)
);
create index post_likes_newest on post_likes (post_id, liked_at desc) include (member_id);
create index post_likes_by_member on post_likes (member_id, post_id);

-- Who saved which post, and who is also notified of its updates. Only the member sees it. Without a foreign key to posts, like likes.
create table follows (
  member_id uuid not null references members on delete cascade,
  post_id uuid not null,
  with_updates boolean not null default false,
  followed_at timestamptz(3) not null default clock_timestamp(),
  primary key (member_id, post_id)
);
create index follows_newest on follows (member_id, followed_at desc, post_id desc);
create index follows_by_post on follows (post_id, member_id) include (with_updates);

-- The pictures that a post uses, as its cover or in its text. A picture can be in several posts of its member. No foreign key to
-- `posts`: the pictures of a deleted post are deleted with its likes and comments. That to `pictures` protects a picture in use.
create table post_pictures (
  post_id uuid not null,
  picture_key text not null references pictures,
  primary key (post_id, picture_key)
);
create index post_pictures_by_picture on post_pictures (picture_key);

-- Posts that are deleted, but not yet all of their likes, comments and follows: there may be millions, so the worker deletes them in
-- batches. A trigger adds the post, so that no way of deleting one can forget it.
create table deleted_posts (
  post_id uuid primary key,
  -- The last member whose like, and the last whose follow, is deleted: both are deleted in the order of their index.
  last_liker_id uuid not null default '00000000-0000-0000-0000-000000000000',
  last_follower_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
create function queue_deleted_posts() returns trigger language plpgsql as 'begin return null; end';
create trigger queue_deleted_posts after delete on posts referencing old table as gone
  for each statement execute function queue_deleted_posts();

-- Like counts that order the most-liked lists, a few seconds behind post_stats: a popular post is updated here once per
-- run of the ranks task instead of with every like.
create table post_ranks (
  post_id uuid primary key references posts on delete cascade,
  type text not null,
  like_count integer not null,
  -- Days and months since 1970, in UTC.
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

-- The search index, separate from the posts. Vacuumed when a hundredth of the posts is new instead of a fifth: only then does a scan
-- read an index without the table.
create table post_search (
  post_id uuid primary key references posts on delete cascade,
  type text not null,
  -- The case-folded name of the author.
  author text collate "C" not null,
  -- The case-folded title and body.
  folded text collate "C" not null,
  -- Hashes of the words in both, see features/posts/search.
  terms integer[] not null
) with (autovacuum_vacuum_insert_scale_factor = 0.01);
-- For scans for a name: they read the index alone.
create index post_search_authors on post_search (post_id desc) include (author);
create index post_search_type_authors on post_search (type, post_id desc) include (author);
create index post_search_terms on post_search using gin (terms) with (fastupdate = off);
-- `terms` are stored out of line first in long rows: only the index reads them. They need no statistics: each search
-- query has a fixed plan.
alter table post_search alter column terms set storage external;
alter table post_search alter column terms set statistics 0;

-- Every word of every post, and every suffix of every word: the words that contain "act" are one range of an index.
create table search_words (
  word text collate "C" primary key,
  -- When the word was first found in no post; some time later it is deleted.
  unused_since timestamptz(3)
);
create index search_words_unused on search_words (unused_since) where unused_since is not null;
create table search_suffixes (
  suffix text collate "C" not null,
  word text collate "C" not null,
  primary key (suffix, word)
);

-- The search terms of the most liked posts, so that a search for the most liked reads those of a word alone.
create table top_post_terms (
  post_id uuid primary key references post_search on delete cascade,
  terms integer[] not null
);
create index top_post_terms_terms on top_post_terms using gin (terms) with (fastupdate = off);
alter table top_post_terms alter column terms set storage external;
alter table top_post_terms alter column terms set statistics 0;

-- The lowest rank whose post is in `top_post_terms`. No row while there are few posts.
create table top_posts_floor (
  is_only boolean primary key default true check (is_only),
  like_count integer not null,
  post_id uuid not null,
  -- False until all posts from this rank on are in the table.
  is_complete boolean not null default false
);
create function insert_top_post_terms() returns trigger language plpgsql as 'begin return null; end';
create trigger insert_top_post_terms after insert on post_ranks
  referencing new table as changed for each statement execute function insert_top_post_terms();
create trigger update_top_post_terms after update on post_ranks
  referencing new table as changed for each statement execute function insert_top_post_terms();
create function copy_post_terms() returns trigger language plpgsql as 'begin return null; end';
create trigger copy_post_terms after update of terms on post_search
  for each row when (old.terms is distinct from new.terms) execute function copy_post_terms();
