-- What happened, inserted with its cause and deleted once every subscriber has handled it: see events/catalog.ts.
-- A queue: rows live for a moment, so dead rows are removed long before a fifth of the table is dead.
-- `actor_id` has no foreign key: its check would cost a lock per event, and the erasure of a member deletes the rows.
create table events (
  id uuid primary key default uuid_v7(),
  kind text not null,
  subject_id uuid not null,
  actor_id uuid,
  data jsonb not null default '{}',
  failures smallint not null default 0,
  retry_at timestamptz
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

-- Posts without a search entry are events now. The rule serves the previous program, which still inserts them here.
create rule post_search_due_as_events as on insert to post_search_due do instead
  insert into events (kind, subject_id) values ('post.imported', new.post_id);
with pending as (delete from post_search_due returning post_id)
insert into events (kind, subject_id) select 'post.imported', post_id from pending;
