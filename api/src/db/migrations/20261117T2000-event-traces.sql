-- The trace of the request that caused an event. A default, because events are also inserted by functions and prepared statements:
-- the transaction of a traced request sets it (db/trace-statements.ts); otherwise it is null.
alter table events add column trace_parent text;
alter table events alter column trace_parent set default nullif(current_setting('dolph.trace_parent', true), '');
