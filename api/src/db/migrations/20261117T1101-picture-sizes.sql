-- The pixels of a picture of a post; null for a profile picture, whose two squares have fixed sizes.
alter table pictures
  add width integer,
  add height integer,
  add constraint pictures_size_check check (
    (width is null) = (height is null) and width between 1 and 1280 and height between 1 and 2560) not valid;
