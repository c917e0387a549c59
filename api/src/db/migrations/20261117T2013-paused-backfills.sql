-- A backfill that an operator has paused runs no batch.
alter table backfills add column paused_at timestamptz(3);
