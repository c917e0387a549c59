-- Notifications: what a member is notified of, in the list and by mail.

-- One row per kind and target until it is read, then a new one. Texts are read from their tables: a copy here would outlive its deletion.
-- Partitioned by member from the start: all queries are of one member, and the table will be large.
create table notifications (
  member_id uuid not null,
  id uuid not null default uuid_v7(),
  kind text not null,
  -- The post, case or join request that it is about.
  target_id uuid not null,
  -- The newest of the comments, and the oldest of the join requests, that the row counts.
  comment_id uuid,
  join_request_id uuid,
  -- The newest members whom it names, the newest first.
  actors uuid[] not null default '{}' check (cardinality(actors) <= 3),
  count integer not null default 1 check (count > 0),
  at timestamptz(3) not null default clock_timestamp(),
  read_at timestamptz(3),
  primary key (member_id, id)
) partition by hash (member_id);
create unique index notifications_unread on notifications (member_id, kind, target_id) where read_at is null;
create index notifications_newest on notifications (member_id, at desc, id desc);

do $$
begin
  for part in 0..15 loop
    execute format('create table notifications_%s partition of notifications for values with (modulus 16, remainder %s)', part, part);
  end loop;
end $$;

-- The comments that a notification counts. An event takes a deleted comment out; what deletes a notification deletes its
-- rows. Foreign keys would cost a third of the insert, for rows that exist for a few weeks.
create table notification_comments (
  comment_id uuid not null,
  member_id uuid not null,
  notification_id uuid not null,
  primary key (comment_id, member_id)
);
create index notification_comments_by_notification on notification_comments (member_id, notification_id, comment_id);

-- The highest number of likes that the author of a post was notified of, so that unlikes and likes repeat none.
create table like_milestones (
  post_id uuid primary key references posts on delete cascade,
  reached integer not null
);

create table notification_settings (
  member_id uuid primary key references members on delete cascade,
  -- Only what differs from the defaults: { kind: { app, mail } }.
  kinds jsonb not null default '{}'
);

-- Posts about which a member wants no notifications.
create table post_mutes (
  member_id uuid not null references members on delete cascade,
  post_id uuid not null references posts on delete cascade,
  primary key (member_id, post_id)
);
create index post_mutes_by_post on post_mutes (post_id);

-- When a member was last mailed about unread messages of a conversation: at most once a day. Older rows are deleted.
create table unread_message_mails (
  member_id uuid not null references members on delete cascade,
  conversation_id uuid not null,
  mailed_at timestamptz(3) not null,
  primary key (member_id, conversation_id)
);
create index unread_message_mails_by_time on unread_message_mails (mailed_at);

-- The one row of the search for unread messages: all messages up to this id have been looked at.
create table unread_message_search (
  is_only boolean primary key default true check (is_only),
  last_id uuid not null
);
