-- What a member is notified of: one row per kind and target until it is read, then a new one. The target is a post or a
-- case. Texts are read from their tables: a copy here would outlive its deletion.
-- `comment_id` is the newest of the comments that the row counts, `actors` their newest authors, the newest first.
-- Partitioned by member from the start: all queries are of one member, and the table will be large.
create table notifications (
  member_id uuid not null,
  id uuid not null default uuid_v7(),
  kind text not null,
  target_id uuid not null,
  comment_id uuid,
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

-- Only what differs from the defaults: { kind: { app, mail } }.
create table notification_settings (
  member_id uuid primary key references members on delete cascade,
  kinds jsonb not null default '{}'
);

-- Posts about which a member wants no notifications.
create table post_mutes (
  member_id uuid not null references members on delete cascade,
  post_id uuid not null references posts on delete cascade,
  primary key (member_id, post_id)
);
create index post_mutes_by_post on post_mutes (post_id);
