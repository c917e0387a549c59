-- no transaction
alter table account_events validate constraint account_events_kind_check;
alter table account_events validate constraint account_events_method_check;
