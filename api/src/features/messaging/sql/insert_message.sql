-- Stores a message and returns one row. Its status is 'sent', or 'repeated' with the message that the first send stored, or the reason
-- of a refusal without a message: 'no-recipient'; 'limited' if a moderator's decision closed messages to the sender; 'blocked' if
-- either blocked the other; 'no-conversation' if `may_open` is false; 'conflict' if the `temp_id` belongs to another message. A
-- repeated `temp_id` is also written: a read-only reply could confirm a message that no standby has yet.
create or replace function insert_message(sender uuid, recipient uuid, message_text text, temp text, may_open boolean)
returns table (status text, message messages) language plpgsql as $$
declare
  conversation conversations;
  known uuid;
  sent_at timestamptz(3);
  new_id uuid;
  is_limited boolean;
  has_ignored boolean;
begin
  -- Locks the conversation and takes the next stamp. A send that is refused or repeated leaves that stamp unused.
  update conversations set last_stamp = next_stamp(last_stamp)
  where low_id = least(sender, recipient) and high_id = greatest(sender, recipient) returning * into conversation;

  -- Read while the conversation is locked, so that it sees a block that was committed before.
  select greatest(author.suspended_until, author.messaging_limited_until) > clock_timestamp(),
    author.ignored_changes + peer.ignored_changes > 0
  into is_limited, has_ignored
  from members as peer left join members as author on author.id = sender
  where peer.id = recipient and peer.id <> sender and peer.deleted_at is null;
  if not found then
    status = 'no-recipient';
    return next;
    return;
  end if;

  if conversation.id is null then
    if is_limited then
      status = 'limited';
      return next;
      return;
    end if;
    -- The lock of the pair stands for that of the conversation: a block takes both before it is stored.
    if not lock_if_unblocked(sender, recipient) then
      status = 'blocked';
      return next;
      return;
    end if;
    if not may_open then
      status = 'no-conversation';
      return next;
      return;
    end if;
    insert into conversations as pair (id, low_id, high_id, last_stamp)
    values (id_in_shard(shard_between(sender, recipient), clock_timestamp()), least(sender, recipient), greatest(sender, recipient),
      next_stamp(null))
    on conflict (low_id, high_id) do update set last_stamp = next_stamp(pair.last_stamp) returning * into conversation;
  end if;

  if temp is not null then
    select message_id into known from recent_message_keys where sender_id = sender and temp_id = temp limit 1;
    if found then
      return query select * from repeat_message(sender, temp, known, conversation.id, message_text);
      return;
    end if;
  end if;

  -- After the repeated send of a message from before the block. Members who never ignored anybody need no lookup.
  if is_limited or (has_ignored and is_blocked(sender, recipient)) then
    status = case when is_limited then 'limited' else 'blocked' end;
    return next;
    return;
  end if;

  sent_at = conversation.last_stamp;
  -- Receipts take a millisecond each, so their stamps may be ahead of the clock; the message after them is not. The clock may
  -- pass the stamp meanwhile: a time beyond it could be that of the next message too, and ids would no longer rise with stamps.
  if sent_at > clock_timestamp() then
    sent_at = least(sent_at, next_stamp((
      select uuid_v7_time(id) from messages
      where shard = shard_of(conversation.id) and conversation_id = conversation.id order by id desc limit 1)));
  end if;
  new_id = id_in_shard(shard_of(conversation.id), sent_at);
  if temp is not null then
    insert into recent_message_keys (sender_id, temp_id, slot, message_id)
    values (sender, temp, message_key_slot(clock_timestamp()), new_id) on conflict do nothing;
    if not found then
      -- A concurrent send to another member has used it.
      return query select * from repeat_message(sender, temp, null, conversation.id, message_text);
      return;
    end if;
  end if;
  insert into messages as kept (id, shard, conversation_id, sender_id, content, changed_at)
  values (new_id, shard_of(conversation.id), conversation.id, sender, message_text, conversation.last_stamp)
  returning kept.* into message;
  insert into conversation_sides as side (member_id, peer_id, conversation_id, last_message_id, unread)
  values (sender, recipient, conversation.id, message.id, 0), (recipient, sender, conversation.id, message.id, 1)
  on conflict (member_id, peer_id) do update
  set last_message_id = excluded.last_message_id, unread = side.unread + excluded.unread;
  status = 'sent';
  return next;
end
$$;
