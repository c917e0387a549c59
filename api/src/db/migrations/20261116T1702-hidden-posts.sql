-- Set while a moderator's decision hides the post. A hidden post has no row in `post_search` and `post_ranks`.
alter table posts add column hidden_at timestamptz(3);
