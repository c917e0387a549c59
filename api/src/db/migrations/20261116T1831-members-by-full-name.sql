-- no transaction
create index concurrently if not exists members_by_full_name on members (lower(first_name || ' ' || last_name) text_pattern_ops);
