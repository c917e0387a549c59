-- no transaction
-- Open requests by when they must be answered; those in talks, which have no date, come last.
create index concurrently if not exists join_requests_deadline_by_owner on join_requests (
  owner_id,
  (case when state = 'waiting' then date_trunc('milliseconds', due_at at time zone 'UTC') else timestamp '9999-12-31' end),
  id) where state in ('waiting', 'talking');
