-- no transaction
-- For the statistics of a profile: all posts of the author without the hidden ones, which are few. Both come from indexes alone.
create index concurrently if not exists posts_hidden on posts (author_id, type) where hidden_at is not null;
