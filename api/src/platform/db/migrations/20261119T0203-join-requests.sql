-- no transaction
create index concurrently if not exists join_requests_deadline_by_sender on join_requests (
  sender_id,
  (case when state = 'waiting' then date_trunc('milliseconds', due_at at time zone 'UTC') else timestamp '9999-12-31' end),
  id) where from_owner and state in ('waiting', 'talking');
