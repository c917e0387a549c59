-- As for likes: a comment is inserted only while its statement holds a lock on the post.
alter table comments drop constraint comments_post_id_fkey;
