-- The cover is in `posts`, as every list of posts shows it. That it is in use is in `post_pictures`, as for pictures of the text.
alter table posts
  add cover_key text,
  add cover_alt text,
  add constraint posts_cover_check check (
    (cover_key is null) = (cover_alt is null) and cover_key ~ '^[A-Za-z0-9_-]{43}$' and char_length(cover_alt) <= 200) not valid;
