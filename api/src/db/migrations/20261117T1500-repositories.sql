-- What the code host says about the repository that a post links. It counts while `link` is the link of the post.
create table if not exists repositories (
  post_id uuid primary key references posts on delete cascade,
  link text not null,
  etag text,
  pushed_at timestamptz,
  language text,
  license text,
  is_archived boolean not null default false,
  is_confirmed boolean not null default false,
  read_at timestamptz not null default now(),
  failures smallint not null default 0
);
