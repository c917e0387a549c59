-- Rooms: the conversation of each team. Its messages are in `messages`, under the id of the room; that id is in none of the tables of
-- conversations between two members. The room is created when the first person joins the team, and follows `team_members`.
create table rooms (
  id uuid primary key,
  -- No foreign key: the room outlives its post.
  post_id uuid not null unique,
  -- The title of the post when the room was created or closed; while there is a post, its title is shown.
  name text not null,
  -- Every message and line locks this row first and takes the next stamp, as in `conversations`.
  last_stamp timestamptz(3) not null default '-infinity',
  last_message_id uuid,
  -- Members who join read what is newer than this message; null if they read from joining on.
  history_from uuid,
  closed_at timestamptz(3),
  -- When a closed room is deleted; null if the account of the author was deleted: then it stays while a member remains.
  readable_until timestamptz(3)
) with (fillfactor = 70);
create index rooms_closed on rooms (readable_until, id) where closed_at is not null;

create table room_members (
  room_id uuid not null references rooms on delete cascade,
  member_id uuid not null references members on delete cascade,
  joined_at timestamptz(3) not null default clock_timestamp(),
  -- The member reads what is newer than this message.
  from_id uuid not null,
  -- The last message that the member has read; null if none.
  read_id uuid,
  -- The newest message that mentions the member.
  mention_id uuid,
  muted_at timestamptz(3),
  left_at timestamptz(3),
  primary key (room_id, member_id)
) with (fillfactor = 80);
create index room_members_present on room_members (member_id) where left_at is null;

-- What happened in a room besides messages; null in every message.
alter table messages add column line text
  check (line in ('joined', 'left', 'history-opened', 'history-closed'));

create trigger record_erasures after delete on rooms referencing old table as gone
  for each statement execute function record_erasures('room', 'id');

-- The members whom a message in a room names with @userName; null if it names nobody. A column and not rows, as they are read with their
-- message and change only with it. The id of an erased member stays, as in `sender_id`.
alter table messages add column mentions uuid[];

-- Deferred, so that the room is the last row that a transaction locks.
create function follow_team() returns trigger language plpgsql as 'begin return null; end';
create constraint trigger follow_team after insert or delete or update of left_at on team_members
  deferrable initially deferred for each row execute function follow_team();

create function close_room() returns trigger language plpgsql as 'begin return null; end';
create constraint trigger close_room after delete on posts
  deferrable initially deferred for each row execute function close_room();
