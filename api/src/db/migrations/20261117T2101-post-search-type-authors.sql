-- no transaction
-- Replaces `post_search_by_type`, with the name.
create index concurrently if not exists post_search_type_authors on post_search (type, post_id desc) include (author);
