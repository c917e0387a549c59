-- A foreign key would delete millions of likes in the statement that deletes the post. A like is inserted only while its
-- statement holds a lock on the post, so none can be added to a deleted one.
alter table post_likes drop constraint post_likes_post_id_fkey;
