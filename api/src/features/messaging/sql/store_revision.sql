-- Stores a changed message under the next stamp of its conversation or room, which the caller has locked: a sync since an earlier one
-- brings it.
create or replace function store_revision(inout changed messages, stamp timestamptz) language plpgsql as $$
begin
  update messages as kept
  set content = changed.content, edited_at = changed.edited_at, deleted_at = changed.deleted_at,
    deleted_by_owner = changed.deleted_by_owner, hidden_at = changed.hidden_at, about = changed.about, mentions = changed.mentions,
    is_markdown = changed.is_markdown, reply_to = changed.reply_to, delivered_at = changed.delivered_at, read_at = changed.read_at,
    revised_at = stamp, changed_at = stamp
  where kept.shard = changed.shard and kept.id = changed.id
  returning kept.* into changed;
  update conversations set last_stamp = stamp where id = changed.conversation_id;
  if not found then update rooms set last_stamp = stamp where id = changed.conversation_id; end if;
end
$$;
