-- The requests that the answer rate of an owner counts, the newest first: answered, or ended without an answer.
create index join_requests_counted on join_requests (owner_id, id desc) include (answered_at, due_at)
  where not from_owner and state <> 'withdrawn' and (answered_at is not null or reason = 'no-answer');

-- True once the end without an answer has helped to pause the owner's roles: it counts towards one pause only.
alter table join_requests add column has_paused_roles boolean not null default false;

-- The oldest request that a notification of the kinds `join-requested` and `join-due` counts.
alter table notifications add column join_request_id uuid;
