-- Adds what somebody did to the member's unread notification of this kind and target, and starts it if there is none. The
-- count stays: the notification names the newest three people.
create or replace function notify_of_actor(
  member uuid, kind_of text, target uuid, actor uuid, out notification_id uuid, out is_new boolean
) language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  select started.notification_id, started.is_new into notify_of_actor.notification_id, notify_of_actor.is_new
  from start_notification(member, kind_of, target) as started;
  if actor is not null then
    update notifications set actors = merge_newest_authors(actors, array[actor])
    where member_id = member and id = notify_of_actor.notification_id and actors[1] is distinct from actor;
  end if;
end
$$;
