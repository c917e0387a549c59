-- All messages between two members belong to one shard, a number from 0 to 4095. It is derived from the two member ids
-- and is part of the ids of their conversation and messages, in the first twelve random bits of the UUIDv7: so a query
-- that has only an id knows the shard. The shards are spread over 32 partitions; a partition can be split, or moved to
-- another server, without changing a query.
create function shard_of(id uuid) returns smallint
language sql immutable strict parallel safe
return ('x' || substr(id::text, 16, 3))::bit(12)::integer::smallint;

create function shard_between(one uuid, other uuid) returns smallint
language sql immutable strict parallel safe
return ('x' || substr(md5(least(one, other)::text || greatest(one, other)::text), 1, 3))::bit(12)::integer::smallint;

create function id_in_shard(shard smallint, at timestamptz) returns uuid
language sql volatile
return overlay(uuid_v7(at)::text placing lpad(to_hex(shard::integer), 3, '0') from 16 for 3)::uuid;

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

-- Idempotency keys: a message that is sent again under the same `temp_id` is the same message, for ever.
create table message_keys (
  sender_id uuid not null,
  temp_id text not null check (char_length(temp_id) <= 80),
  message_id uuid not null,
  tries smallint not null default 1,
  primary key (sender_id, temp_id)
);

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

create function next_stamp(last timestamptz) returns timestamptz
language sql volatile
return greatest(date_trunc('milliseconds', clock_timestamp()), last + interval '1 millisecond');

-- Returns the message, new or as it was stored the first time. A repeated `temp_id` is also written: a read-only reply
-- could confirm a message that no standby has yet. Returns no row if there is no conversation and `may_open` is false.
create function send_message(sender uuid, recipient uuid, said text, temp text, may_open boolean)
returns table (message messages, is_new boolean) language plpgsql as $$
declare
  talk conversations;
  known uuid;
  stamp timestamptz(3);
begin
  perform from members where id = recipient and id <> sender and deleted_at is null
    and coalesce((select verified_at is not null from accounts where member_id = recipient), true);
  if not found then
    raise no_data_found using message = 'nobody to write to';
  end if;

  select * into talk from conversations
  where low_id = least(sender, recipient) and high_id = greatest(sender, recipient) for update;
  if not found then
    if not may_open then return; end if;
    insert into conversations (id, low_id, high_id)
    values (id_in_shard(shard_between(sender, recipient), clock_timestamp()), least(sender, recipient), greatest(sender, recipient))
    on conflict (low_id, high_id) do update set low_id = excluded.low_id returning * into talk;
  end if;

  update message_keys set tries = least(tries + 1, 32000)
  where sender_id = sender and temp_id = temp returning message_id into known;
  if found then
    select kept.* into message from messages as kept where id = known and shard = shard_of(known);
    if message.conversation_id <> talk.id or message.content <> said then
      raise unique_violation using message = 'the same name for another message';
    end if;
    is_new = false;
    return next;
    return;
  end if;

  stamp = next_stamp(talk.last_stamp);
  -- Stamps are unique, so the ids within a conversation rise with them.
  insert into messages as kept (id, shard, conversation_id, sender_id, content, changed_at)
  values (id_in_shard(shard_of(talk.id), stamp), shard_of(talk.id), talk.id, sender, said, stamp)
  returning kept.* into message;
  if temp is not null then
    insert into message_keys (sender_id, temp_id, message_id) values (sender, temp, message.id);
  end if;
  update conversations set last_stamp = stamp where id = talk.id;
  insert into conversation_sides as side (member_id, peer_id, conversation_id, last_message_id, unread)
  values (sender, recipient, talk.id, message.id, 0), (recipient, sender, talk.id, message.id, 1)
  on conflict (member_id, peer_id) do update
  set last_message_id = excluded.last_message_id, unread = side.unread + excluded.unread;
  is_new = true;
  return next;
end
$$;

-- Marks a message as delivered to the recipient's browser. Returns it if that is a change; returns no row for unknown
-- messages and those of other members.
create function mark_delivered(member uuid, delivered uuid) returns setof messages language plpgsql as $$
declare
  talk conversations;
  stamp timestamptz(3);
begin
  select conversations.* into talk from messages
  join conversations on conversations.id = conversation_id
  where messages.id = delivered and shard = shard_of(delivered) and sender_id <> member
    and member in (low_id, high_id) and delivered_at is null
  for update of conversations;
  if not found then return; end if;
  stamp = next_stamp(talk.last_stamp);
  return query update messages set delivered_at = stamp, changed_at = stamp
  where id = delivered and shard = shard_of(delivered) and delivered_at is null returning messages.*;
  if found then update conversations set last_stamp = stamp where id = talk.id; end if;
end
$$;

-- Marks all messages of the peer up to `up_to` as read. Returns the oldest thousand that were unread, each with its own
-- stamp: a caller that gets a thousand calls again. An older `up_to` changes nothing.
create function mark_read(member uuid, peer uuid, up_to uuid) returns setof messages language plpgsql as $$
declare
  talk conversations;
  side conversation_sides;
  stamp timestamptz(3);
  last timestamptz(3);
  news integer;
begin
  select * into talk from conversations
  where low_id = least(member, peer) and high_id = greatest(member, peer) for update;
  if not found then return; end if;
  select * into side from conversation_sides where member_id = member and peer_id = peer;
  if not found or side.unread = 0 then return; end if;
  stamp = next_stamp(talk.last_stamp);

  return query
  update messages set read_at = at, delivered_at = coalesce(delivered_at, at), changed_at = at
  from (
    select id, stamp + (row_number() over (order by id) - 1) * interval '1 millisecond' as at
    from (
      select id from messages
      where shard = shard_of(talk.id) and conversation_id = talk.id and sender_id = peer and read_at is null
        and id <= up_to and id > greatest(side.read_id, side.cleared_id, '00000000-0000-0000-0000-000000000000')
      order by id limit 1000) as oldest
  ) as unread
  where messages.shard = shard_of(talk.id) and messages.id = unread.id
  returning messages.*;
  get diagnostics news = row_count;
  if news = 0 then return; end if;

  last = stamp + (news - 1) * interval '1 millisecond';
  update conversations set last_stamp = last where id = talk.id;
  update conversation_sides set unread = unread - news, read_id = (
    select id from messages
    where shard = shard_of(talk.id) and conversation_id = talk.id and changed_at = last)
  where member_id = member and peer_id = peer;
end
$$;

-- Clears the conversation for one of its members; the other keeps all messages. Returns the last cleared message.
create function clear_conversation(member uuid, peer uuid) returns uuid language plpgsql as $$
declare
  gone uuid;
begin
  -- Locked, so that a concurrent message is either cleared too or arrives afterwards and stays.
  perform from conversations where low_id = least(member, peer) and high_id = greatest(member, peer) for update;
  update conversation_sides set cleared_id = last_message_id, last_message_id = null, unread = 0
  where member_id = member and peer_id = peer and last_message_id is not null
  returning cleared_id into gone;
  return gone;
end
$$;

-- The messages of a conversation that changed after a stamp, in order of change. Sorting is disabled: PostgreSQL
-- expects short conversations, and would read and sort all messages of a long one.
create function changes_since(conversation uuid, stamp timestamptz, cleared uuid, count integer)
returns setof messages language plpgsql stable set enable_sort = off set enable_bitmapscan = off as $$
begin
  return query select * from messages
  where shard = shard_of(conversation) and conversation_id = conversation
    -- Messages after the last cleared one have a later stamp than it.
    and changed_at > greatest(stamp, uuid_v7_time(cleared), '-infinity') and (cleared is null or id > cleared)
  order by changed_at limit count;
end
$$;
