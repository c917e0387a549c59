-- Messaging. All messages between two members belong to one shard, a number from 0 to 4095. It is derived from the two member ids
-- and is part of the ids of their conversation and messages, in the first twelve random bits of the UUIDv7: so a query
-- that has only an id knows the shard. The shards are spread over 32 partitions; a partition can be split, or moved to
-- another server, without changing a query.

create function shard_of(id uuid) returns smallint
language sql immutable strict parallel safe
return ('x' || substr(id::text, 16, 3))::bit(12)::integer::smallint;

create function shard_between(one uuid, other uuid) returns smallint
language sql immutable strict parallel safe
return ('x' || substr(md5(least(one, other)::text || greatest(one, other)::text), 1, 3))::bit(12)::integer::smallint;

-- Two members who have written to each other. Every change between them locks this row first and takes the next stamp:
-- so stamps are unique and rise in the order in which changes become visible.
create table conversations (
  id uuid primary key,
  low_id uuid not null,
  high_id uuid not null check (low_id < high_id),
  last_stamp timestamptz(3) not null default '-infinity',
  unique (low_id, high_id),
  check (shard_of(id) = shard_between(low_id, high_id))
) with (fillfactor = 70);

-- A conversation from the view of one of its two members.
create table conversation_sides (
  member_id uuid not null references members on delete cascade,
  peer_id uuid not null,
  conversation_id uuid not null,
  -- Ids rise with time, so this also orders the list of conversations. Null when there is no visible message.
  last_message_id uuid,
  unread integer not null default 0 check (unread >= 0),
  -- The last message that the member has read, and the last one that the member has cleared; null if none.
  read_id uuid,
  cleared_id uuid,
  primary key (member_id, peer_id)
) with (fillfactor = 80);
create index conversation_sides_newest on conversation_sides (member_id, last_message_id desc)
  where last_message_id is not null;
create index conversation_sides_unread on conversation_sides (member_id) include (unread) where unread > 0;

-- No foreign key to members: a deleted member's messages stay visible to the other member.
create table messages (
  id uuid not null,
  shard smallint not null check (shard = shard_of(id)),
  conversation_id uuid not null check (shard_of(conversation_id) = shard),
  sender_id uuid not null,
  content text not null check (char_length(content) between 1 and 5000),
  created_at timestamptz(3) not null generated always as (uuid_v7_time(id)) stored,
  delivered_at timestamptz(3),
  read_at timestamptz(3) check (read_at is null or delivered_at is not null),
  -- The stamp of its last change.
  changed_at timestamptz(3) not null,
  -- What the message is about: { post, role, title }. The title is a copy, as the message quotes it.
  about jsonb,
  primary key (id, shard)
) partition by range (shard);
create index messages_in_order on messages (conversation_id, id);
create index messages_by_change on messages (conversation_id, changed_at);

do $$
begin
  for nth in 0..31 loop
    execute format('create table messages_%s partition of messages for values from (%s) to (%s) with (fillfactor = 90)',
      lpad(nth::text, 2, '0'), nth * 128, (nth + 1) * 128);
  end loop;
end
$$;

-- Idempotency keys: a message that is sent again under the same `temp_id` is the same message. Four partitions of thirty days are used
-- in turn: a key is honored for thirty to sixty days, then its partition is emptied at once.
create table recent_message_keys (
  sender_id uuid not null,
  temp_id text not null check (char_length(temp_id) <= 80),
  -- The partition, see `message_key_slot`.
  slot smallint not null,
  message_id uuid not null,
  -- Written by each retry: a retry that only reads could confirm a message that no standby has.
  tries smallint not null default 1,
  primary key (sender_id, temp_id, slot)
) partition by list (slot);
create table recent_message_keys_0 partition of recent_message_keys for values in (0);
create table recent_message_keys_1 partition of recent_message_keys for values in (1);
create table recent_message_keys_2 partition of recent_message_keys for values in (2);
create table recent_message_keys_3 partition of recent_message_keys for values in (3);
