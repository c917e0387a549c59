-- The member's unread notification of this kind and target: the one that exists, or a new one, which `is_new` tells. It
-- becomes the newest of the member's notifications, of which 500 stay.
create or replace function start_notification(member uuid, kind_of text, target uuid, out notification_id uuid, out is_new boolean)
language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  -- Another transaction may read or insert it between the two statements.
  loop
    insert into notifications (member_id, kind, target_id) values (member, kind_of, target)
    on conflict (member_id, kind, target_id) where read_at is null do nothing
    returning id, true into notification_id, is_new;
    exit when found;
    update notifications set at = clock_timestamp()
    where member_id = member and kind = kind_of and target_id = target and read_at is null
    returning id, false into notification_id, is_new;
    exit when found;
  end loop;
  if is_new and exists (
    select from notifications where member_id = member order by at desc, id desc offset 500 limit 1) then
    -- Rows that another transaction changes at this moment stay until the next time: waiting for them could deadlock.
    with dropped as (
      delete from notifications where member_id = member and id in (
        select id from notifications
        where member_id = member and (at, id) <= (
          select at, id from notifications where member_id = member order by at desc, id desc offset 500 limit 1)
        for update skip locked)
      returning id)
    delete from notification_comments as counted using dropped
    where counted.member_id = member and counted.notification_id = dropped.id;
  end if;
end
$$;
