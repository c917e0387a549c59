-- no transaction
create index concurrently if not exists search_words_unused on search_words (unused_since) where unused_since is not null;
