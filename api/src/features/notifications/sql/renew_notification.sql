-- Starts the member's notification of this kind and target, in place of earlier ones, so that it is new and mailed again: it tells
-- of another state of the same thing. Returns whether it replaced one.
create or replace function renew_notification(
  member uuid, kind_of text, target uuid, actor uuid, out notification_id uuid, out is_new boolean, out is_replaced boolean
) language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  delete from notifications where member_id = member and kind = kind_of and target_id = target;
  is_replaced = found;
  select started.notification_id, started.is_new into renew_notification.notification_id, renew_notification.is_new
  from start_notification(member, kind_of, target) as started;
  if actor is not null then
    update notifications set actors = array[actor]
    where member_id = member and id = renew_notification.notification_id;
  end if;
end
$$;
