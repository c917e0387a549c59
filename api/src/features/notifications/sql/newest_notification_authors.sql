-- The newest three authors among the newest hundred comments of a notification, the newest first.
create or replace function newest_notification_authors(member uuid, notification uuid) returns uuid[]
language sql stable as $$
  select array(
    select author_id from (
      select comment_id from notification_comments
      where member_id = member and notification_id = notification
      order by comment_id desc limit 100) as counted
    join comments on comments.id = counted.comment_id
    where author_id is not null
    group by author_id order by max(comment_id::text) desc limit 3)
$$;
