-- What fills existing rows after a release, in batches. `cursor` is the last row that is filled; the meaning is up to the backfill.
create table backfills (
  name text primary key,
  cursor text,
  started_at timestamptz(3) not null default now(),
  done_at timestamptz(3)
);
