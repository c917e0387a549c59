-- Counts the requests of a notification that still wait for an answer, and names the newest three members who ask. Without any,
-- the notification is read, and deleted if all of them were withdrawn. Requests of members whom the member muted do not count.
create or replace function count_notified_requests(member uuid, notification uuid) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  line record;
  waiting uuid[];
begin
  select kind, target_id, join_request_id into line from notifications
  where member_id = member and id = notification for update;
  if not found then return; end if;
  select array_agg(request.member_id order by request.id desc) into waiting from join_requests as request
  where post_id = line.target_id and id >= line.join_request_id and state = 'waiting' and not from_owner
    and (line.kind = 'join-requested' or reminders_sent > 0)
    and not is_blocked(member, request.member_id)
    and not exists (select from mutes where mutes.member_id = member and mutes.other_id = request.member_id);
  if waiting is not null then
    update notifications set count = cardinality(waiting), actors = merge_newest_authors('{}', array(
      select asking from unnest(waiting) with ordinality as asked (asking, place) order by place desc))
    where member_id = member and id = notification;
  elsif exists (
    select from join_requests
    where post_id = line.target_id and id >= line.join_request_id and not from_owner and state <> 'withdrawn') then
    update notifications set read_at = clock_timestamp() where member_id = member and id = notification;
  else
    delete from notifications where member_id = member and id = notification;
  end if;
end
$$;
