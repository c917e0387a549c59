-- The GitHub account with which a member can sign in. Its row goes with the account, also when the release before deletes one.
create table github_connections (
  member_id uuid primary key references accounts on delete cascade,
  -- GitHub's number of the account, which never changes: its login and its email can, and then may name somebody else.
  github_id bigint not null unique check (github_id > 0),
  login text not null check (char_length(login) between 1 and 100),
  connected_at timestamptz(3) not null default now()
);

-- Sign-ups with GitHub that have not chosen a username yet.
create table github_sign_ups (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  github_id bigint not null,
  login text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  expires_at timestamptz(3) not null
);
create index github_sign_ups_by_expiry on github_sign_ups (expires_at);
