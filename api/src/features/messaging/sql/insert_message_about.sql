-- Like `insert_message`, for a message about a post or one of its roles. The status 'no-about' means that the sender may not read it.
-- A repeated `temp_id` returns the first message even if the post has gone since.
create or replace function insert_message_about(
  sender uuid, recipient uuid, message_text text, temp text, may_open boolean, about_post uuid, about_role uuid)
returns table (status text, message messages) language plpgsql as $$
declare
  quoted jsonb;
  stored record;
begin
  select jsonb_build_object('post', post.id, 'role', role.id, 'title', concat_ws(' · ', role.title, post.title)) into quoted
  from posts as post
  join members as author on author.id = post.author_id and author.deleted_at is null
  left join roles as role on role.id = about_role and role.post_id = post.id and (
    role.state <> 'closed' or post.author_id = sender
    or exists (select from join_requests where role_id = role.id and member_id = sender))
  where post.id = about_post and post.hidden_at is null and (about_role is null or role.id is not null)
    and not is_blocked(sender, post.author_id);
  if quoted is null and not exists (select from recent_message_keys where sender_id = sender and temp_id = temp) then
    status = 'no-about';
    return next;
    return;
  end if;

  select * into stored from insert_message(sender, recipient, message_text, temp, may_open);
  status = stored.status;
  message = stored.message;
  if status = 'sent' then
    update messages as kept set about = quoted where kept.id = message.id and kept.shard = message.shard
    returning kept.* into message;
  end if;
  return next;
end
$$;
