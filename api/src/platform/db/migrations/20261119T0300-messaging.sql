-- Messages that were changed after they were sent. All columns are null in others, whose rows do not grow.
alter table messages
  -- The stamp of the newest edit, deletion, reaction or hiding: of two versions of a message, the one with the later stamp is true.
  add column revised_at timestamptz(3),
  add column edited_at timestamptz(3),
  -- A deleted message keeps its place; its text is 'Message deleted'.
  add column deleted_at timestamptz(3),
  -- Whether an owner of the project deleted it, and not its sender.
  add column deleted_by_owner boolean,
  -- A moderator withholds the text from everybody.
  add column hidden_at timestamptz(3);

create table message_reactions (
  message_id uuid not null,
  member_id uuid not null references members on delete cascade,
  kind text not null check (kind in ('up', 'down', 'laugh', 'hooray', 'confused', 'heart', 'rocket', 'eyes')),
  primary key (message_id, member_id, kind)
);
create index message_reactions_by_member on message_reactions (member_id);

-- What an edited or deleted message said before, for a week and for reports alone: nobody says something and deletes it before it is
-- looked at.
create table message_versions (
  message_id uuid not null,
  replaced_at timestamptz(3) not null,
  content text not null,
  primary key (message_id, replaced_at)
);
create index message_versions_by_age on message_versions (replaced_at);

create function delete_message_parts() returns trigger language plpgsql as 'begin return null; end';
create trigger delete_message_parts after delete on messages referencing old table as gone
  for each statement execute function delete_message_parts();
