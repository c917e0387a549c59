-- How many of the member's notifications of the last 24 hours the author started: theirs is the oldest comment. A member has
-- at most 500 notifications, and most of them are older.
create or replace function started_notifications(member uuid, author uuid) returns bigint language plpgsql stable as $$
begin
  return (
    select count(*) from notifications as line
    where member_id = member and id >= (select uuid_v7(clock_timestamp() - interval '24 hours'))
      and author = (
        select author_id from notification_comments as counted join comments on comments.id = counted.comment_id
        where counted.member_id = member and counted.notification_id = line.id
        order by counted.comment_id limit 1));
end
$$;
