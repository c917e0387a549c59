-- Adds waiting requests to join, the oldest of which is `oldest`, to the member's unread notification about the post, of the kind
-- `join-requested` or `join-due`, and starts it if there is none. A reminder that was not read for a day starts again, so that
-- it is mailed again.
create or replace function notify_of_join_requests(
  member uuid, kind_of text, post uuid, oldest uuid, out notification_id uuid, out is_new boolean
) language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  if kind_of = 'join-due' then
    delete from notifications
    where member_id = member and kind = kind_of and target_id = post and read_at is null
      and id < uuid_v7(clock_timestamp() - interval '1 day');
  end if;
  select started.notification_id, started.is_new
  into notify_of_join_requests.notification_id, notify_of_join_requests.is_new
  from start_notification(member, kind_of, post) as started;
  update notifications set join_request_id = least(join_request_id, oldest)
  where member_id = member and id = notify_of_join_requests.notification_id;
  perform count_notified_requests(member, notify_of_join_requests.notification_id);
end
$$;
