-- Marks all messages of the peer up to `up_to` as read. Returns the oldest thousand that were unread: a caller that gets a
-- thousand calls again. An older `up_to` changes nothing. All are read at the same time, but each has its own stamp, which a sync
-- continues from: the stamps of a conversation may be ahead of the clock, the times that members see are not.
create or replace function mark_read(member uuid, peer uuid, up_to uuid) returns setof messages language plpgsql as $$
declare
  conversation conversations;
  side conversation_sides;
  read_time timestamptz(3) = date_trunc('milliseconds', clock_timestamp());
  first_stamp timestamptz(3);
  last timestamptz(3);
  news integer;
begin
  select * into conversation from conversations
  where low_id = least(member, peer) and high_id = greatest(member, peer) for update;
  if not found then return; end if;
  select * into side from conversation_sides where member_id = member and peer_id = peer;
  if not found or side.unread = 0 then return; end if;
  first_stamp = next_stamp(conversation.last_stamp);

  return query
  update messages set read_at = at, delivered_at = coalesce(delivered_at, at), changed_at = stamp
  from (
    select id, greatest(read_time, created_at) as at,
      first_stamp + (row_number() over (order by id) - 1) * interval '1 millisecond' as stamp
    from (
      select id, created_at from messages
      where shard = shard_of(conversation.id) and conversation_id = conversation.id and sender_id = peer and read_at is null
        and id <= up_to and id > greatest(side.read_id, side.cleared_id, '00000000-0000-0000-0000-000000000000')
      order by id limit 1000) as oldest
  ) as unread
  where messages.shard = shard_of(conversation.id) and messages.id = unread.id
  returning messages.*;
  get diagnostics news = row_count;
  if news = 0 then return; end if;

  last = first_stamp + (news - 1) * interval '1 millisecond';
  update conversations set last_stamp = last where id = conversation.id;
  update conversation_sides set unread = unread - news, read_id = (
    select id from messages
    where shard = shard_of(conversation.id) and conversation_id = conversation.id and changed_at = last)
  where member_id = member and peer_id = peer;
end
$$;
