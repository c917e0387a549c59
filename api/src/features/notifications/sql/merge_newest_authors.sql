-- The newest three of the authors that a notification names, the newest first, and of those that are added, the newest last.
create or replace function merge_newest_authors(known uuid[], added uuid[]) returns uuid[]
language plpgsql immutable parallel safe as $$
declare
  author uuid;
begin
  foreach author in array added loop
    known = (author || array_remove(known, author))[1:3];
  end loop;
  return known;
end
$$;
