-- Takes deleted comments out of the notifications that count them, and deletes a notification that counts no other. If the
-- post is gone with them, the notification stays and says so, without people.
-- Returns the members whose notifications changed. The order of the locks is that of all changes: it prevents deadlocks.
create or replace function remove_notified_comments(deleted_ids uuid[]) returns setof uuid language plpgsql as $$
declare
  line record;
begin
  for line in
    select member_id, id, count, target_id, exists (select from posts where posts.id = target_id) as has_post
    from notifications
    where (member_id, id) in (
      select member_id, notification_id from notification_comments where comment_id = any (deleted_ids))
    order by member_id, kind, target_id, id for update
  loop
    declare
      lost integer;
    begin
      delete from notification_comments
      where member_id = line.member_id and notification_id = line.id and comment_id = any (deleted_ids);
      get diagnostics lost = row_count;
      if not line.has_post then
        update notifications set comment_id = null, actors = '{}'
        where member_id = line.member_id and id = line.id;
      elsif lost >= line.count then
        delete from notifications where member_id = line.member_id and id = line.id;
      else
        update notifications set count = line.count - lost,
          comment_id = (
            select newest.comment_id from notification_comments as newest
            where newest.member_id = line.member_id and notification_id = line.id
            order by newest.comment_id desc limit 1),
          actors = newest_notification_authors(line.member_id, line.id)
        where member_id = line.member_id and id = line.id;
      end if;
      return next line.member_id;
    end;
  end loop;
end
$$;
