-- Stores a request of a member to join through a role, or an invitation if `sender` is not `person`, and returns one row. Its status is
-- 'created', or 'repeated' with the row of the first call, or the reason of a refusal without a row. The limits are those of the
-- contract. Locks: post, role, pair of members, sender; all that changes requests takes them in this order, so that no two wait for
-- each other.
create or replace function create_join_request(
  role uuid, sender uuid, person uuid, note_text text, weekly integer, temp text, digest bytea,
  open_max integer, daily_max integer, waiting_max integer)
returns table (status text, request join_requests) language plpgsql as $$
declare
  is_invitation constant boolean := sender <> person;
  wanted roles;
  project record;
  is_owner boolean;
  sent_at timestamptz(3);
  -- The lowest id of the last 24 hours.
  since constant uuid := (left(uuid_v7(clock_timestamp() - interval '1 day')::text, 13) || '-0000-0000-000000000000')::uuid;
begin
  select posts.id, posts.title, author_id, hidden_at is not null as is_hidden, author.deleted_at is not null as is_deleted into project
  from roles join posts on posts.id = roles.post_id join members as author on author.id = author_id
  where roles.id = role for key share of posts;
  if found then
    select * into wanted from roles where id = role for no key update;
  end if;

  is_owner = coalesce(project.author_id = sender or exists (
    select from team_members
    where post_id = project.id and member_id = sender and is_co_owner and left_at is null and not project.is_hidden
      and not is_blocked(sender, project.author_id)), false);
  -- Before the repeated call: a former owner does not read the invitation.
  if is_invitation and not is_owner then
    status = 'no-role';
    return next;
    return;
  end if;

  -- After the role is locked: of two calls at once, the second finds the row of the first.
  select * into request from join_requests where sender_id = sender and temp_id = temp;
  if found then
    status = case when request.temp_digest = digest then 'repeated' else 'other-draft' end;
    if status = 'other-draft' then request = null; end if;
    return next;
    return;
  end if;

  status = case
    when wanted.id is null or project.is_hidden or project.is_deleted then 'no-role'
    when is_owner and not is_invitation then 'forbidden'
    when is_invitation and not exists (select from members where id = person and deleted_at is null) then 'no-member'
    when not lock_if_unblocked(project.author_id, person) then 'forbidden'
    when is_invitation and not lock_if_unblocked(sender, person) then 'forbidden'
    when person = project.author_id or exists (
      select from team_members where post_id = project.id and member_id = person and left_at is null) then 'on-team'
    when exists (
      select from join_requests
      where role_id = role and member_id = person and state in ('waiting', 'talking', 'accepted')) then 'already'
    when wanted.state = 'filled' or wanted.filled >= wanted.seats then 'filled'
    when wanted.state <> 'open' then 'not-open'
    when is_invitation and exists (
      select from join_requests where member_id = person and role_id = role and from_owner) then 'already'
    when is_invitation and (not may_invite(sender, person)
      or exists (select from members where id = person and suspended_until > clock_timestamp())) then 'forbidden'
    when not is_invitation and (
      select count(*) from join_requests
      where role_id = role and state = 'waiting' and not from_owner) >= waiting_max * (wanted.seats - wanted.filled) then 'enough'
  end;
  if status is not null then
    return next;
    return;
  end if;

  -- The lock of the sender: parallel calls for other roles cannot exceed the limits together.
  perform from members where id = sender for no key update;
  status = case
    when is_invitation then case when (
      select count(*) from join_requests where sender_id = sender and from_owner and id >= since) >= daily_max then 'daily' end
    when (
      select count(*) from join_requests
      where member_id = person and not from_owner and state in ('waiting', 'talking')) >= open_max then 'too-many'
    when (
      select count(*) from join_requests where member_id = person and not from_owner and id >= since) >= daily_max then 'daily'
  end;
  if status is not null then
    return next;
    return;
  end if;

  sent_at = clock_timestamp();
  insert into join_requests as created
    (id, role_id, post_id, role_title, post_title, member_id, owner_id, sender_id, from_owner, note, hours, due_at, next_at, temp_id,
      temp_digest)
  select uuid_v7(sent_at), role, project.id, wanted.title, project.title, person, project.author_id, sender, is_invitation, note_text,
    weekly, sent_at + make_interval(days => days), sent_at + make_interval(days => days) / 2, temp, digest
  from (select coalesce((select reply_days from projects where post_id = project.id), 7) as days) as reply
  -- The same key for another role at the same time.
  on conflict (sender_id, temp_id) do nothing
  returning created.* into request;
  if not found then
    status = 'other-draft';
    return next;
    return;
  end if;
  insert into events (kind, subject_id, actor_id, data) values ('join-request.created', request.id, sender, '{}');
  status = 'created';
  return next;
end
$$;
