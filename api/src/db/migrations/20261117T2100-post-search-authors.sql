-- no transaction
-- For scans for a name: they read the index alone.
create index concurrently if not exists post_search_authors on post_search (post_id desc) include (author);
