-- Accounts: credentials, sessions, sign-ups, and what proves an email.

-- The credentials of a member: a password, Google, or both.
create table accounts (
  member_id uuid primary key references members on delete cascade,
  email text not null check (email = lower(email) and char_length(email) <= 254),
  verified_at timestamptz(3) not null default now(),
  password_hash text,
  google_sub text unique,
  created_at timestamptz(3) not null default now(),
  check (password_hash is not null or google_sub is not null)
);
create unique index accounts_email on accounts (email);
create trigger record_erasures after delete on accounts referencing old table as gone
  for each statement execute function record_erasures('account', 'member_id');

-- Only the SHA-256 of the cookie is stored: a leaked copy of this table cannot be used to sign in.
create table sessions (
  id uuid primary key default uuid_v7(),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  member_id uuid not null references members on delete cascade,
  device text not null default '' check (char_length(device) <= 200),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- Until this time the session may make calls that need proof that the member makes them, and not another person at the same browser.
  proved_until timestamptz(3),
  -- Until this time a Google re-authentication allows one deletion of the account.
  deletion_granted_until timestamptz(3)
);
create index sessions_by_member on sessions (member_id, id desc);
create index sessions_by_expiry on sessions (expires_at);

-- Sign-ups whose email is not verified yet. They are separate from accounts: several people may sign up with one email, and
-- each code and each link verifies its own sign-up only. A row exists also for an email that has an account, so that the
-- reply to a sign-up, and what the username is worth afterwards, never tell whether it has one.
create table pending_sign_ups (
  id uuid primary key default uuid_v7(),
  email text not null check (email = lower(email) and char_length(email) <= 254),
  username text not null,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  -- The SHA-256 of a cookie: it recognizes the browser that signed up.
  browser_hash bytea not null unique check (octet_length(browser_hash) = 32),
  -- The SHA-256 of the token in the mailed link, and the HMAC of the newest mailed code; null before the first mail.
  link_hash bytea unique check (octet_length(link_hash) = 32),
  code_digest bytea check (octet_length(code_digest) = 32),
  code_expires_at timestamptz(3),
  code_sent_at timestamptz(3),
  -- The page that the visitor wanted before signing up: the link in the mail may be opened in another browser.
  next_path text check (length(next_path) <= 3000),
  expires_at timestamptz(3) not null
);
create unique index pending_sign_ups_username on pending_sign_ups (lower(username));
create index pending_sign_ups_by_email on pending_sign_ups (email, id desc);
create index pending_sign_ups_by_expiry on pending_sign_ups (expires_at);

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

-- New members whose first steps are not over. A member without a row has none left.
create table onboardings (
  member_id uuid primary key references members on delete cascade,
  step text not null default 'skills' check (step in ('skills', 'goal', 'picture', 'next')),
  goal text check (goal in ('show', 'find-people', 'join'))
);

-- Six-digit codes that prove control of the email. A new code replaces the previous one.
create table codes (
  member_id uuid not null references members on delete cascade,
  purpose text not null check (purpose = 'change-password'),
  digest bytea not null check (octet_length(digest) = 32),
  tries integer not null default 0,
  failures integer not null default 0,
  expires_at timestamptz(3) not null,
  primary key (member_id, purpose)
);

-- Links that prove the same. They are stored until they expire, so that opening one twice shows the same result.
create table links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  member_id uuid not null references members on delete cascade,
  purpose text not null,
  -- The new email of a link that changes it, the old one of a link that undoes the change.
  email text check (email = lower(email) and char_length(email) <= 254),
  -- Where a verified sign-up wanted to go.
  next_path text check (length(next_path) <= 3000),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  constraint links_purpose_check check (
    purpose in ('verify-email', 'reset-password', 'change-email', 'undo-email-change')
    and (purpose in ('change-email', 'undo-email-change')) = (email is not null))
);
create index links_by_member on links (member_id, purpose);
create index links_by_expiry on links (expires_at);

-- When codes were requested, by a keyed hash of the email, sign-up or member that they are for. Emails without an account or
-- sign-up are counted too: the refusal of a request that comes too early does not tell which emails are known.
create table code_requests (
  key bytea primary key check (octet_length(key) = 32),
  requested_at timestamptz(3)[] not null default '{}',
  expires_at timestamptz(3) not null
);
create index code_requests_by_expiry on code_requests (expires_at);

-- The number of verification codes tried for an email. Emails without a sign-up are counted too: a guess costs the same
-- write for every email, so its duration does not tell which emails are signing up.
create table verification_attempts (
  -- An HMAC of the email.
  key bytea primary key check (octet_length(key) = 32),
  tries integer not null,
  expires_at timestamptz(3) not null
);
create index verification_attempts_by_expiry on verification_attempts (expires_at);

-- Browsers that have signed in to an account. They have their own budget of password attempts, so that wrong passwords
-- typed by strangers do not keep the owner out.
create table known_devices (
  -- The SHA-256 of a cookie that is replaced at each sign-in.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  member_id uuid not null references members on delete cascade,
  signed_in_at timestamptz(3) not null default now(),
  primary key (token_hash, member_id)
);
create index known_devices_by_member on known_devices (member_id, signed_in_at desc);
create index known_devices_by_time on known_devices (signed_in_at);

-- What happened to an account: the member sees it in the settings. No secret, no email and no address is stored.
create table account_events (
  id uuid primary key default uuid_v7(),
  member_id uuid not null references members on delete cascade,
  kind text not null check (kind in (
    'signed-in', 'sign-in-failed', 'password-changed', 'password-reset', 'email-change-requested', 'email-changed',
    'email-change-undone', 'other-sessions-ended', 'oldest-session-ended', 'proof-given', 'proof-failed', 'account-deleted')),
  method text check (method in ('password', 'google')),
  device text not null check (char_length(device) <= 200),
  -- The HMAC of the address under a key of the day: events of one day can be compared, those of different days cannot.
  address_hash bytea not null check (octet_length(address_hash) = 32),
  created_at timestamptz(3) not null generated always as (uuid_v7_time(id)) stored
);
create index account_events_by_member on account_events (member_id, id desc);

-- Append-only for every role: an event never changes. It is deleted only with its member or after 180 days.
create function refuse_account_event_change() returns trigger language plpgsql as 'begin return null; end';
create trigger account_events_append_only before update or delete on account_events
  for each row execute function refuse_account_event_change();
create trigger account_events_no_truncate before truncate on account_events
  for each statement execute function refuse_account_event_change();

-- A deleted member's username cannot be taken by another member for a while.
create table retired_usernames (
  -- An HMAC of the username.
  digest bytea primary key check (octet_length(digest) = 32),
  until timestamptz(3) not null
);
