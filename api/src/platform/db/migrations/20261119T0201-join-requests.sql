-- no transaction
create index concurrently if not exists join_requests_deadline_by_member on join_requests (
  member_id,
  (case when state = 'waiting' then date_trunc('milliseconds', due_at at time zone 'UTC') else timestamp '9999-12-31' end),
  id) where state in ('waiting', 'talking');
