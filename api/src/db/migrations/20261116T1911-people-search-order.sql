-- Members who were there before the index are queued with `is_backfill`: changed and new members do not wait behind all of them.
alter table people_search_due add column is_backfill boolean not null default false;
create index people_search_due_order on people_search_due (is_backfill, member_id desc);
