-- `hidden_changes` counts the changes of the member's blocks and mutes: the lookup of a session reads it, so that a process knows
-- without a query whether its copy of them is current, and that there are none while it is 0.
-- The times are what decisions of moderators have closed to the member; `infinity` is a suspension without an end.
alter table members
  add column hidden_changes integer not null default 0,
  add column posting_limited_until timestamptz(3),
  add column messaging_limited_until timestamptz(3),
  add column suspended_until timestamptz(3);
