-- Idempotency keys of messages, in four partitions of thirty days that are used in turn. A key is honored for thirty to sixty days;
-- then its partition is emptied at once. `message_keys` holds the keys of earlier releases: nothing is added to it any more, and a
-- release that comes sixty days later drops it.
create table recent_message_keys (
  sender_id uuid not null,
  temp_id text not null check (char_length(temp_id) <= 80),
  slot smallint not null,
  message_id uuid not null,
  tries smallint not null default 1,
  primary key (sender_id, temp_id, slot)
) partition by list (slot);
create table recent_message_keys_0 partition of recent_message_keys for values in (0);
create table recent_message_keys_1 partition of recent_message_keys for values in (1);
create table recent_message_keys_2 partition of recent_message_keys for values in (2);
create table recent_message_keys_3 partition of recent_message_keys for values in (3);
