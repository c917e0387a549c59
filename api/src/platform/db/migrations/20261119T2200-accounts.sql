-- The second factor: an authenticator app, recovery codes, and sign-ins that wait for one of them.

-- When a second factor was given in the session; null in sessions that were opened with one factor.
alter table sessions add column second_factor_at timestamptz(3);
-- Browsers that have given a second factor have tries of their own. A reset password makes a known device, but not such a one.
alter table known_devices add column second_factor_at timestamptz(3);

create table totp (
  member_id uuid primary key references members on delete cascade,
  -- Encrypted under a key that is derived from SECRET.
  secret bytea not null,
  -- Tells which SECRET: a job encrypts again what has another one.
  key_id bytea not null check (octet_length(key_id) = 8),
  -- The 30 seconds of the last code that was accepted: no code works twice.
  last_step integer not null default 0,
  started_at timestamptz(3) not null default now(),
  -- Null until a code shows that the app has the secret. Until then, nothing asks for it.
  confirmed_at timestamptz(3)
);
create index totp_by_key on totp (key_id);
create index totp_unconfirmed on totp (started_at) where confirmed_at is null;

create table recovery_codes (
  member_id uuid not null references totp on delete cascade,
  -- The SHA-256 of member and code. A code has 80 random bits, so it needs no key, and survives a lost SECRET.
  digest bytea not null check (octet_length(digest) = 32),
  used_at timestamptz(3),
  primary key (member_id, digest)
);

-- Sign-ins whose first factor was right, and that wait for the second.
create table begun_sign_ins (
  -- The SHA-256 of a cookie.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  member_id uuid not null references members on delete cascade,
  -- The first factor.
  method text not null,
  tries integer not null default 0,
  expires_at timestamptz(3) not null
);
create index begun_sign_ins_by_member on begun_sign_ins (member_id);
create index begun_sign_ins_by_expiry on begun_sign_ins (expires_at);

-- Resets that an operator has started for members who lost app and codes. The address hears of each for seven days first.
create table second_factor_resets (
  member_id uuid primary key references totp on delete cascade,
  started_at timestamptz(3) not null default now(),
  -- The SHA-256 of the token in each mail that was sent: each of them stops the reset.
  stop_hashes bytea[] not null default '{}',
  notified_at timestamptz(3) not null default now()
);
create index second_factor_resets_by_start on second_factor_resets (started_at);
create index second_factor_resets_by_stop on second_factor_resets using gin (stop_hashes);

-- The contract has the closed lists of kinds and methods: a list here too made each new one wait for two migrations.
alter table account_events drop constraint account_events_kind_check;
alter table account_events add constraint account_events_kind_check check (kind ~ '^[a-z-]{1,40}$') not valid;
alter table account_events drop constraint account_events_method_check;
alter table account_events add constraint account_events_method_check check (method ~ '^[a-z-]{1,40}$') not valid;
