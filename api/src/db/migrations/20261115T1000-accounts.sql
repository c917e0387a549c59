-- The credentials of a member, separate from `members`, so that no public query ever reads them.
create table accounts (
  member_id uuid primary key references members on delete cascade,
  email text not null check (email = lower(email) and char_length(email) <= 254),
  verified_at timestamptz(3),
  password_hash text,
  google_sub text unique,
  created_at timestamptz(3) not null default now(),
  check (password_hash is not null or google_sub is not null)
);
create unique index accounts_email on accounts (email);
create index accounts_unverified on accounts (created_at) where verified_at is null;

-- Only the SHA-256 of the cookie is stored: a leaked copy of this table cannot be used to sign in.
create table sessions (
  id uuid primary key default uuid_v7(),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  member_id uuid not null references members on delete cascade,
  device text not null default '' check (char_length(device) <= 200),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- Until this time a Google re-authentication allows one deletion of the account.
  deletion_granted_until timestamptz(3)
);
create index sessions_by_member on sessions (member_id, id desc);
create index sessions_by_expiry on sessions (expires_at);

-- Six-digit codes that prove control of the email. A new code replaces the previous one.
create table codes (
  member_id uuid not null references members on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'change-password')),
  digest bytea not null check (octet_length(digest) = 32),
  tries integer not null default 0,
  failures integer not null default 0,
  expires_at timestamptz(3) not null,
  sent_at timestamptz(3)[] not null,
  primary key (member_id, purpose)
);

-- Links that prove the same. They are stored until they expire, so that opening one twice shows the same result.
create table links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  member_id uuid not null references members on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'reset-password')),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index links_by_member on links (member_id, purpose);
create index links_by_expiry on links (expires_at);

-- Sign-ups with Google that have not chosen a username yet.
create table google_sign_ups (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  google_sub text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  expires_at timestamptz(3) not null
);
create index google_sign_ups_by_expiry on google_sign_ups (expires_at);

-- A deleted member's username cannot be taken by another member for a while; only its HMAC is stored.
create table retired_usernames (
  digest bytea primary key check (octet_length(digest) = 32),
  until timestamptz(3) not null
);

-- Set when a member deletes the account; a job then deletes all their data, and this row last.
alter table members add column deleted_at timestamptz(3);

-- A comment of a deleted member stays as an empty tombstone if it has replies.
alter table comments drop constraint comments_content_check;
alter table comments add constraint comments_content_check
  check (char_length(content) <= 2000 and (content <> '' or author_id is null)) not valid;
alter table comments validate constraint comments_content_check;
