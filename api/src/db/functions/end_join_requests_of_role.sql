-- Ends the requests and invitations of a role that are still open, for the reason `why`; returns how many. The caller holds the lock
-- of the role, under which requests are created and answered.
create or replace function end_join_requests_of_role(role uuid, why text) returns integer language sql as $$
  with ended as (
    update join_requests set state = 'ended', reason = why, ended_at = clock_timestamp()
    where id in (
      select id from join_requests where role_id = role and state in ('waiting', 'talking') order by id for no key update)
    returning id),
  answered_events as (
    insert into events (kind, subject_id, data) select 'join-request.answered', id, '{}' from ended)
  select count(*)::integer from ended
$$;
