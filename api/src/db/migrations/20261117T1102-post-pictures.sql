-- The pictures that a post uses, as its cover or in its text. A picture can be in several posts of its member. No foreign key to
-- `posts`: the pictures of a deleted post are deleted with its likes and comments. That to `pictures` protects a picture in use.
create table post_pictures (
  post_id uuid not null,
  picture_key text not null references pictures,
  primary key (post_id, picture_key)
);
create index post_pictures_by_picture on post_pictures (picture_key);
