-- Names members in a notification, the newest of which come last, before those that it names already.
create or replace function name_notified_members(member uuid, notification uuid, added uuid[]) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  update notifications set actors = merge_newest_authors(actors, added)
  where member_id = member and id = notification;
end
$$;
