-- Deletes the notifications about join requests that are being deleted, and recounts those about several requests. `people` are the
-- owners and senders of the requests, who may have been notified. The order of the locks is that of all changes: it prevents deadlocks.
create or replace function remove_notified_requests(request_ids uuid[], post_ids uuid[], people uuid[]) returns void
language plpgsql as $$
declare
  line record;
begin
  for line in
    select member_id, id, target_id = any (post_ids) as is_counted from notifications
    where member_id = any (people || array(
        select member_id from team_members where post_id = any (post_ids) and is_co_owner))
      and (kind in ('join-requested', 'join-due') and target_id = any (post_ids) and read_at is null
        or kind in ('join-answered', 'invited', 'join-due') and target_id = any (request_ids))
    order by member_id, kind, target_id, id for update
  loop
    if line.is_counted then
      perform count_notified_requests(line.member_id, line.id);
    else
      delete from notifications where member_id = line.member_id and id = line.id;
    end if;
  end loop;
end
$$;
