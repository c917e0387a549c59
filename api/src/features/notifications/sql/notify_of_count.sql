-- Sets the number of the member's unread notification of this kind and target, and starts it if there is none.
create or replace function notify_of_count(
  member uuid, kind_of text, target uuid, number integer, out notification_id uuid, out is_new boolean
) language plpgsql as $$
begin
  select started.notification_id, started.is_new into notify_of_count.notification_id, notify_of_count.is_new
  from start_notification(member, kind_of, target) as started;
  update notifications set count = number
  where member_id = member and id = notify_of_count.notification_id and count <> number;
end
$$;
