-- Returns the message, new or as it was stored the first time. A repeated `temp_id` is also written: a read-only reply
-- could confirm a message that no standby has yet. Returns no row if there is no conversation and `may_open` is false.
create or replace function send_message(sender uuid, recipient uuid, said text, temp text, may_open boolean)
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
