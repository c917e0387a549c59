-- Adds new comments of others on one post to the member's unread notification about it, `comment` or `reply`, and starts it if
-- there is none. The comments come oldest first, with their authors. An author who started five of the member's
-- notifications within a day starts no other one: their comments before the first one of somebody else are dropped.
-- Returns the notification and whether it is new, or nulls if all comments were dropped.
-- Generic plans: to plan for one of the partitions each time would cost more than the rest.
create or replace function notify_of_comments(
  member uuid, kind_of text, target uuid, comment_ids uuid[], author_ids uuid[],
  out notification_id uuid, out is_new boolean
) language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  first integer = 1;
  newest uuid;
begin
  -- One update for what is frequent: a notification that grows by newer comments.
  update notifications set at = clock_timestamp(), count = count + cardinality(comment_ids),
    comment_id = greatest(comment_id, comment_ids[cardinality(comment_ids)]),
    actors = merge_newest_authors(actors, author_ids)
  where member_id = member and kind = kind_of and target_id = target and read_at is null
  returning id, false, comment_id into notification_id, is_new, newest;
  if not found then
    while started_notifications(member, author_ids[first]) >= 5 loop
      first = first + 1;
      if first > cardinality(comment_ids) then return; end if;
    end loop;
    select started.notification_id, started.is_new into notify_of_comments.notification_id, notify_of_comments.is_new
    from start_notification(member, kind_of, target) as started;
    update notifications set
      count = case when notify_of_comments.is_new then 0 else count end + cardinality(comment_ids[first:]),
      comment_id = greatest(comment_id, comment_ids[cardinality(comment_ids)]),
      actors = merge_newest_authors(actors, author_ids[first:])
    where member_id = member and id = notify_of_comments.notification_id
    returning comment_id into newest;
  end if;
  insert into notification_comments (comment_id, member_id, notification_id)
  select unnest(comment_ids[first:]), member, notify_of_comments.notification_id;
  -- Comments that are older than what the notification has are rare: two workers delivered events at once.
  if newest <> comment_ids[cardinality(comment_ids)] then
    update notifications set actors = newest_notification_authors(member, id)
    where member_id = member and id = notify_of_comments.notification_id;
  end if;
end
$$;
