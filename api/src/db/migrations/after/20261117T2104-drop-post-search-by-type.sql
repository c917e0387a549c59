-- no transaction
drop index concurrently if exists post_search_by_type;
