-- The search terms of the most liked posts, so that a search for the most liked reads those of a word alone. `top_posts_floor` is
-- the lowest rank whose post is in the table, and has no row while there are few posts.
create table top_post_terms (
  post_id uuid primary key references post_search on delete cascade,
  terms integer[] not null
);
create index top_post_terms_terms on top_post_terms using gin (terms) with (fastupdate = off);
alter table top_post_terms alter column terms set storage external;
alter table top_post_terms alter column terms set statistics 0;

create table top_posts_floor (
  only_row boolean primary key default true check (only_row),
  like_count integer not null,
  post_id uuid not null,
  -- False until all posts from this rank on are in the table.
  is_complete boolean not null default false
);

-- Triggers, so that a version that does not know the tables keeps them true.
create function insert_top_post_terms() returns trigger language plpgsql as 'begin return null; end';
create trigger insert_top_post_terms after insert on post_ranks
  referencing new table as changed for each statement execute function insert_top_post_terms();
create trigger update_top_post_terms after update on post_ranks
  referencing new table as changed for each statement execute function insert_top_post_terms();

create function copy_post_terms() returns trigger language plpgsql as 'begin return null; end';
create trigger copy_post_terms after update of terms on post_search
  for each row when (old.terms is distinct from new.terms) execute function copy_post_terms();
