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
  sent_at timestamptz(3)[] not null default '{}',
  expires_at timestamptz(3) not null
);
create unique index pending_sign_ups_username on pending_sign_ups (lower(username));
create index pending_sign_ups_by_email on pending_sign_ups (email, id desc);
create index pending_sign_ups_by_expiry on pending_sign_ups (expires_at);

-- The number of verification codes tried for an email. Emails without a sign-up are counted too: a guess costs the same
-- write for every email, so its duration does not tell which emails are signing up. The key is an HMAC of the email.
create table verification_attempts (
  key bytea primary key check (octet_length(key) = 32),
  tries integer not null,
  expires_at timestamptz(3) not null
);
create index verification_attempts_by_expiry on verification_attempts (expires_at);

-- Browsers that have signed in to an account. They have their own budget of password attempts, so that wrong passwords
-- typed by strangers do not keep the owner out. The cookie is replaced at each sign-in; only its SHA-256 is stored.
create table known_devices (
  token_hash bytea not null check (octet_length(token_hash) = 32),
  member_id uuid not null references members on delete cascade,
  signed_in_at timestamptz(3) not null default now(),
  primary key (token_hash, member_id)
);
create index known_devices_by_member on known_devices (member_id, signed_in_at desc);
create index known_devices_by_time on known_devices (signed_in_at);

-- Accounts that were never verified become pending sign-ups; a new code can be requested for them.
insert into pending_sign_ups (email, username, first_name, last_name, password_hash, browser_hash, expires_at)
select email, username, first_name, last_name, password_hash,
  sha256(convert_to(gen_random_uuid()::text, 'UTF8')), accounts.created_at + interval '1 day'
from accounts join members on members.id = accounts.member_id
where verified_at is null and password_hash is not null;
delete from members where id in (select member_id from accounts where verified_at is null);
delete from codes where purpose = 'verify-email';

drop index accounts_unverified;
alter table accounts alter column verified_at set default now();
alter table accounts alter column verified_at set not null;
