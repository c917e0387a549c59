-- Mentions: the members whom a text names with @userName. They are rows, not a column of the text: those about an erased member are
-- found by the index.

-- A deleted comment that stays as a tombstone loses its rows with its text.
create table mentions (
  comment_id uuid not null references comments on delete cascade,
  member_id uuid not null references members on delete cascade,
  primary key (comment_id, member_id)
);
create index mentions_by_member on mentions (member_id);

create table update_mentions (
  update_id uuid not null references updates on delete cascade,
  member_id uuid not null references members on delete cascade,
  -- False once an edit took the name out. The row stays, so that a later edit that names the member again sends no second notification, and so
  -- that a deleted update finds whom it has notified.
  is_named boolean not null default true,
  primary key (update_id, member_id)
);
create index update_mentions_by_member on update_mentions (member_id);
