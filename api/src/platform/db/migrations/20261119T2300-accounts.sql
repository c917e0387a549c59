-- Passkeys: what signs a member in without a password. The public key alone signs nobody in.
create table passkeys (
  id uuid primary key default uuid_v7(),
  -- The id that the authenticator chose.
  credential_id bytea not null unique check (octet_length(credential_id) between 16 and 1023),
  member_id uuid not null references members on delete cascade,
  public_key bytea not null check (octet_length(public_key) <= 1024),
  -- How often it has signed. 0 for authenticators that do not count.
  counter bigint not null check (counter between 0 and 4294967295),
  transports text[] not null default '{}' check (cardinality(transports) <= 8),
  is_backed_up boolean not null,
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_by_member on passkeys (member_id, id);
create trigger record_erasures after delete on passkeys referencing old table as gone
  for each statement execute function record_erasures('passkey', 'id');

-- What authenticators store as the name of the account. Random: they show it to other sites' software, and the id is public.
create table passkey_handles (
  member_id uuid primary key references members on delete cascade,
  handle bytea not null check (octet_length(handle) = 32)
);

-- What an authenticator has to sign: for one purpose and one member, once. A sign-in has no member yet.
create table challenges (
  -- The SHA-256 of the challenge.
  digest bytea primary key check (octet_length(digest) = 32),
  purpose text not null check (purpose in ('add-passkey', 'log-in', 'proof')),
  member_id uuid references members on delete cascade,
  expires_at timestamptz(3) not null,
  check ((purpose = 'log-in') = (member_id is null))
);
create index challenges_by_member on challenges (member_id) where member_id is not null;
create index challenges_by_expiry on challenges (expires_at);
