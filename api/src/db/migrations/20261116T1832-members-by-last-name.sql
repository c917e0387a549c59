-- no transaction
create index concurrently if not exists members_by_last_name on members (lower(last_name) text_pattern_ops);
