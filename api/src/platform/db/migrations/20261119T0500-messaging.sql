-- Pictures of messages: one row for each upload, inserted before its files are stored. Not rows of `pictures`, whose unused uploads
-- are public.
create table message_pictures (
  -- A hash of random bytes and of the file, so no key is ever reused.
  key text primary key check (key ~ '^[A-Za-z0-9_-]{43}$'),
  -- The release before deletes members without their pictures: `dolph admin storage reconcile` then finds the files.
  member_id uuid not null references members on delete cascade,
  -- Null until a message is sent with it. No foreign key: the partitioned table has no key by id alone.
  message_id uuid,
  width integer not null check (width between 1 and 1280),
  height integer not null check (height between 1 and 2560),
  uploaded_at timestamptz(3) not null default now(),
  -- Null until all files are in storage.
  stored_at timestamptz(3),
  -- Since when the message is deleted, or its text without the picture: for some days moderators still see it.
  removed_at timestamptz(3)
);
create index message_pictures_by_member on message_pictures (member_id);
create index message_pictures_by_message on message_pictures (message_id) where message_id is not null;
create index message_pictures_unused on message_pictures (uploaded_at) where message_id is null;
create index message_pictures_removed on message_pictures (removed_at) where removed_at is not null;
create trigger record_erasures after delete on message_pictures referencing old table as gone
  for each statement execute function record_erasures('message-picture', 'key');
