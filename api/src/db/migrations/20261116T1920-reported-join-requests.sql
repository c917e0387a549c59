-- Set while a moderator's decision hides note and answer of a join request from the other side.
alter table join_requests add column hidden_at timestamptz(3);

-- Join requests can be reported as well. Existing cases already meet the wider check, so their rows are not read under the lock.
alter table cases drop constraint cases_kind_check;
alter table cases add constraint cases_kind_check
  check (kind in ('post', 'comment', 'message', 'member', 'join-request')) not valid;
