-- Withdraws the open requests and invitations between the two members of a new block. What is created or answered at the same time
-- shares the lock of the pair, which the block holds.
create or replace function withdraw_blocked_join_requests() returns trigger language plpgsql as $$
begin
  with withdrawn as (
    update join_requests set state = 'withdrawn', ended_at = clock_timestamp()
    where id in (
      select id from join_requests
      where state in ('waiting', 'talking') and member_id in (new.member_id, new.other_id)
        and (owner_id in (new.member_id, new.other_id) or sender_id in (new.member_id, new.other_id) and sender_id <> member_id)
      order by id for no key update)
    returning id)
  insert into events (kind, subject_id, data) select 'join-request.withdrawn', id, '{}' from withdrawn;
  return null;
end
$$;
