-- Like `insert_message`, for a message that is more than a text: Markdown, the answer to an earlier one, or about a post or one of its
-- roles, or one with pictures. Three statuses more: 'no-about' if the sender may not read the post, unless the text only links to it
-- (`is_linked`), 'no-answered' if they cannot read the earlier message there, and 'no-picture' if one is not an unused upload of the
-- sender. A repeated `temp_id` returns the first message even if either has gone since.
drop function if exists insert_rich_message(uuid, uuid, text, text, boolean, uuid, uuid, boolean, boolean, uuid);
create or replace function insert_rich_message(
  sender uuid, recipient uuid, message_text text, temp text, may_open boolean, about_post uuid, about_role uuid, is_linked boolean,
  markdown boolean, answered uuid, picture_keys text[] default null)
returns table (status text, message messages) language plpgsql as $$
declare
  quoted jsonb = find_about(sender, about_post, about_role);
  keys text[] = coalesce(picture_keys, message_picture_keys(message_text, markdown));
  has_pictures boolean = lock_unused_pictures(sender, keys);
  stored record;
begin
  status = case
    when exists (select from recent_message_keys where sender_id = sender and temp_id = temp) then null
    when about_post is not null and quoted is null and not is_linked then 'no-about'
    when answered is not null and not exists (
      select from conversation_sides as side join messages as earlier on earlier.conversation_id = side.conversation_id
      where side.member_id = sender and side.peer_id = recipient
        and earlier.shard = shard_between(sender, recipient) and earlier.id = answered
        and (side.cleared_id is null or side.cleared_id < answered)) then 'no-answered'
    when not has_pictures then 'no-picture'
  end;
  if status is not null then
    return next;
    return;
  end if;

  select * into stored from insert_message(sender, recipient, message_text, temp, may_open);
  status = stored.status;
  message = stored.message;
  if status = 'sent' then
    update messages as kept set about = quoted, is_markdown = case when markdown then true end, reply_to = answered
    where kept.id = message.id and kept.shard = message.shard
    returning kept.* into message;
    if cardinality(keys) > 0 then
      update message_pictures set message_id = message.id where key = any (keys);
    end if;
  end if;
  return next;
end
$$;
