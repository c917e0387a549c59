-- Exports: the copy of their data that a member has made. A row for each member who has one, or for whom one is being made.
create table exports (
  member_id uuid primary key references members on delete cascade,
  -- The folder in storage. Random: the API alone gives the file out.
  key text not null unique,
  state text not null default 'making' check (state in ('making', 'failed', 'ready')),
  requested_at timestamptz(3) not null default clock_timestamp(),
  -- Where the job goes on: the kind that is being read, the cursor in it, the parts in storage by kind, and the number of the next part.
  section text,
  cursor text,
  parts jsonb not null default '{}',
  part integer not null default 0 check (part >= 0),
  -- Rows that were read, of those that were counted at the start; null until then.
  done integer not null default 0 check (done >= 0),
  total integer check (total >= 0),
  failures integer not null default 0 check (failures >= 0),
  retry_at timestamptz(3),
  -- Of a copy that is ready: the folder of the pieces of its file below `key`, their number, and the size of the file.
  attempt text,
  pieces integer,
  size bigint,
  -- When row and files are deleted.
  expires_at timestamptz(3) not null,
  check (state <> 'ready' or num_nulls(attempt, pieces, size) = 0),
  check (state <> 'failed' or retry_at is not null)
);
create index exports_by_expiry on exports (expires_at);
