-- The members whom a comment names with @userName. They are rows, not a column of the comment: those about an erased member are found by
-- the index. A deleted comment that stays as a tombstone loses its rows with its text.
create table mentions (
  comment_id uuid not null references comments on delete cascade,
  member_id uuid not null references members on delete cascade,
  primary key (comment_id, member_id)
);
create index mentions_by_member on mentions (member_id);
