-- The members whom an update names with @userName. A row stays when an edit takes the name out, so that a later one that names the member
-- again notifies nobody twice, and so that a deleted update finds whom it has notified.
create table if not exists update_mentions (
  update_id uuid not null references updates on delete cascade,
  member_id uuid not null references members on delete cascade,
  is_named boolean not null default true,
  primary key (update_id, member_id)
);
create index if not exists update_mentions_by_member on update_mentions (member_id);
