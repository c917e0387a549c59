-- Takes what `other` did out of the member's notifications, also of those that were read: a block stands between the two. A
-- notification that tells of nobody else is deleted. Returns whether any has changed. The order of the locks is that of all
-- changes: it prevents deadlocks.
create or replace function remove_notified_member(member uuid, other uuid) returns boolean
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  line record;
  lost integer;
  is_changed boolean = false;
begin
  for line in
    select id, kind, count, actors, comment_id, join_request_id, read_at from notifications
    where member_id = member and (
      other = any (actors)
      or comment_id is not null and exists (
        select from notification_comments as counted join comments on comments.id = counted.comment_id
        where counted.member_id = member and counted.notification_id = notifications.id and comments.author_id = other)
      or join_request_id is not null and read_at is null and exists (
        select from join_requests as request
        where request.post_id = target_id and request.member_id = other and request.id >= join_request_id)
      or kind in ('join-answered', 'invited', 'join-due') and exists (
        select from join_requests as request
        where request.id = target_id and other in (request.member_id, owner_id, sender_id, answered_by)))
    order by kind, target_id, id for update
  loop
    is_changed = true;
    if line.comment_id is not null then
      delete from notification_comments as counted using comments
      where counted.member_id = member and counted.notification_id = line.id
        and comments.id = counted.comment_id and comments.author_id = other;
      get diagnostics lost = row_count;
      if lost >= line.count then
        delete from notifications where member_id = member and id = line.id;
      else
        update notifications set count = line.count - lost,
          comment_id = (
            select newest.comment_id from notification_comments as newest
            where newest.member_id = member and notification_id = line.id
            order by newest.comment_id desc limit 1),
          actors = newest_notification_authors(member, line.id)
        where member_id = member and id = line.id;
      end if;
    elsif line.actors = array[other] or line.join_request_id is null and line.kind in ('join-answered', 'invited', 'join-due') then
      delete from notifications where member_id = member and id = line.id;
    elsif line.join_request_id is not null and line.read_at is null then
      perform count_notified_requests(member, line.id);
    else
      -- A line that was read counts no request that came later, so only one that names the other loses a number.
      update notifications set actors = array_remove(line.actors, other),
        count = case when line.join_request_id is null then line.count else greatest(line.count - 1, 1) end
      where member_id = member and id = line.id;
    end if;
  end loop;
  return is_changed;
end
$$;
