-- Imports: what the code host says about the repository that a post links. It counts while `link` is the link of the post.
create table repositories (
  post_id uuid primary key references posts on delete cascade,
  link text not null,
  etag text,
  pushed_at timestamptz,
  language text,
  license text,
  is_archived boolean not null default false,
  -- Whether the repository names the author as its owner.
  is_confirmed boolean not null default false,
  -- Whether the author of the post was notified that the repository of this link is archived.
  is_archival_announced boolean not null default false,
  read_at timestamptz not null default now(),
  -- Reads since the last one that succeeded.
  failures smallint not null default 0
);
