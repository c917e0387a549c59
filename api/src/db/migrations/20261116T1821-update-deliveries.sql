-- The updates of which followers are still to be notified, and the last follower who was. A batch of notifications moves
-- the mark in the same transaction, so that a worker that dies repeats none.
create table update_deliveries (
  update_id uuid primary key references updates on delete cascade,
  last_follower_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
