-- no transaction
alter table cases validate constraint cases_kind_check;
