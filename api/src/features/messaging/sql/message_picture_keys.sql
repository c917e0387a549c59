-- The keys of the pictures in a text that was sent as Markdown, as `listPictureKeys` finds them: for processes of the release before, which do
-- not name them.
create or replace function message_picture_keys(message_text text, markdown boolean) returns text[] language sql immutable as $$
  select case when markdown then array(
    select distinct found[1] from regexp_matches(message_text, '/api/messages/pictures/([A-Za-z0-9_-]{43})/', 'g') as found)
  else '{}' end
$$;
