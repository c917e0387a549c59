-- The platform: ids, events, mails, erasures, switches, and the members and files that every feature names.

-- The functions that table definitions call have their text here as well as in ../functions, which is applied after the migrations.
-- Trigger functions are declared where their trigger is, without a body.

-- Time-ordered ids: the first 48 bits are milliseconds, so the primary key also orders the rows by creation.
create function uuid_v7(at timestamptz default clock_timestamp()) returns uuid
language sql volatile parallel safe
return (
  overlay(lpad(to_hex(floor(extract(epoch from at) * 4096000)::bigint), 15, '0') placing '7' from 13 for 0)
  || substr(gen_random_uuid()::text, 20))::uuid;

create function uuid_v7_time(id uuid) returns timestamptz
language sql immutable strict parallel safe
return to_timestamp(
  ('x' || '0000' || translate(left(id::text, 13), '-', ''))::bit(64)::bigint / 1000.0);

-- Which installation this database belongs to. The list of erasures in the backup store carries the id, so that the list of another
-- installation is never repeated here. A restored backup has the id of the database that it was made of.
create table installations (
  id uuid primary key default uuid_v7(),
  is_only boolean not null default true unique check (is_only)
);
-- Here and not when it is first needed: a backup from before that moment would get another id.
insert into installations default values;

-- What happened, inserted with its cause and deleted once every subscriber has handled it: see platform/events/catalog.ts.
-- A queue: rows live for a moment, so dead rows are removed long before a fifth of the table is dead.
create table events (
  id uuid primary key default uuid_v7(),
  kind text not null,
  subject_id uuid not null,
  -- No foreign key: its check would cost a lock per event, and the erasure of a member deletes the rows.
  actor_id uuid,
  data jsonb not null default '{}',
  failures smallint not null default 0,
  retry_at timestamptz,
  -- The trace of the request that caused the event. A default, because events are also inserted by functions and prepared statements:
  -- the transaction of a traced request sets it (platform/db/trace-statements.ts); otherwise it is null.
  trace_parent text default nullif(current_setting('dolph.trace_parent', true), '')
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- Events that a subscriber failed to handle five times; an operator repairs the cause and replays them.
create table failed_events (
  id uuid primary key,
  kind text not null,
  subject_id uuid not null,
  actor_id uuid,
  data jsonb not null,
  error text not null,
  failed_at timestamptz not null default now()
);

-- The outbox: queued mails and, for a week, those that were sent, so that the key of a mail is used only once.
create table mails (
  id uuid primary key default uuid_v7(),
  key text not null unique check (char_length(key) between 1 and 200),
  recipient text,
  template text not null,
  -- Encrypted. Once the mail is sent or given up, payload and recipient are erased.
  payload bytea,
  state text not null default 'due' check (state in ('due', 'sending', 'sent', 'given-up')),
  attempts integer not null default 0,
  claimed_at timestamptz(3),
  sent_at timestamptz(3),
  created_at timestamptz(3) not null generated always as (uuid_v7_time(id)) stored,
  -- One plain address: anything that a mail server could parse as a name, a list or a header is rejected.
  constraint mails_recipient check (
    char_length(recipient) <= 254 and recipient ~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+$'),
  constraint mails_erased check (
    (state in ('due', 'sending')) = (recipient is not null)
    and (state in ('due', 'sending')) = (payload is not null)),
  check ((state = 'sent') = (sent_at is not null))
);
-- The metrics read how many mails wait and since when; a week of sent mails is in the same table.
create index mails_waiting on mails (id) where state in ('due', 'sending');

-- What was promised to be gone. A backup that is older than an erasure still has what was erased: after a restore each row is repeated.
create table erasures (
  id uuid primary key default uuid_v7(),
  kind text not null,
  -- What was erased and nothing else: an id, the key of a picture, or for a cleared conversation the member, the conversation and the
  -- last cleared message.
  subject text not null check (char_length(subject) <= 120),
  -- The program that erased it, or psql: what was deleted by hand may be the mistake for which a backup is restored.
  made_by text not null default current_setting('application_name'),
  -- Null until the row is in the backup store.
  shipped_at timestamptz
);
create index erasures_unshipped on erasures (id) where shipped_at is null;

-- Used by triggers of the tables whose rows are promised to be gone, so that no way of deleting can forget the erasure.
create function record_erasures() returns trigger language plpgsql as 'begin return null; end';

-- What fills existing rows after a release, in batches.
create table backfills (
  name text primary key,
  -- The last row that is filled; the meaning is up to the backfill.
  cursor text,
  started_at timestamptz(3) not null default now(),
  done_at timestamptz(3),
  -- A backfill that an operator has paused runs no batch.
  paused_at timestamptz(3)
);

-- Members have their names here and their credentials in `accounts`, so that no public query ever reads those.
create table members (
  id uuid primary key default uuid_v7(),
  username text not null check (username ~ '^[A-Za-z0-9_-]{3,30}$'),
  first_name text not null default '' check (char_length(first_name) <= 50),
  last_name text not null default '' check (char_length(last_name) <= 50),
  -- The profile picture. Here and not in `profiles`, as every post and comment shows it.
  picture text,
  -- How often the member's blocks and mutes have changed: the lookup of a session reads it, so that a process knows without a query
  -- whether its copy of them is current, and that there are none while it is 0.
  ignored_changes integer not null default 0,
  -- What decisions of moderators have closed to the member; `infinity` is a suspension without an end.
  posting_limited_until timestamptz(3),
  messaging_limited_until timestamptz(3),
  suspended_until timestamptz(3),
  -- Set when a member deletes the account; a job then deletes all their data, and this row last.
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null generated always as (uuid_v7_time(id)) stored
);
create unique index members_username on members (lower(username) text_pattern_ops);
create index members_by_full_name on members (lower(first_name || ' ' || last_name) text_pattern_ops);
create index members_by_last_name on members (lower(last_name) text_pattern_ops);
create index members_by_picture on members (picture) where picture is not null;

-- One row for each upload, inserted before its files are stored: every file in storage has a row here or a job that removes it.
create table pictures (
  -- A hash of random bytes and of the file, so no key is ever reused.
  key text primary key check (key ~ '^[A-Za-z0-9_-]{43}$'),
  -- No cascade: a member can be deleted only after their pictures.
  member_id uuid not null references members,
  uploaded_at timestamptz(3) not null default now(),
  -- Null until all files are in storage.
  stored_at timestamptz(3),
  -- Whether a profile or a post uses it: for the partial index below, which contains only the few unused uploads.
  in_use boolean not null default false,
  -- The pixels of a picture of a post; null for a profile picture, whose two squares have fixed sizes.
  width integer,
  height integer,
  constraint pictures_size_check check (
    (width is null) = (height is null) and width between 1 and 1280 and height between 1 and 2560)
);
create index pictures_by_member on pictures (member_id);
create index pictures_unused on pictures (uploaded_at) where not in_use;
create trigger record_erasures after delete on pictures referencing old table as gone
  for each statement execute function record_erasures('picture', 'key');
-- The foreign key protects a picture in use from deletion.
alter table members add constraint members_picture_fkey foreign key (picture) references pictures;

-- Switches of operators. A flag without a row is as the program declares it.
create table flags (
  name text primary key,
  -- The percentage of members for whom the flag is on.
  share smallint not null check (share between 0 and 100),
  note text check (length(note) <= 500),
  changed_at timestamptz(3) not null default now()
);

-- Members for whom a flag is on, independent of its share.
create table flag_members (
  name text not null references flags on delete cascade,
  member_id uuid not null references members on delete cascade,
  primary key (member_id, name)
);
