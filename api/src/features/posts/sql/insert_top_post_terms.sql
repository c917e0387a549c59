-- Adds the posts whose new rank is not below the floor. Their entries are locked: an edit that is under way is waited for, and later
-- ones wait and copy their terms. The offset makes PostgreSQL look up one entry after the other, whatever it expects of their number.
create or replace function insert_top_post_terms() returns trigger language plpgsql as $$
declare
  lowest top_posts_floor;
begin
  select * into lowest from top_posts_floor;
  if not found then
    return null;
  end if;
  insert into top_post_terms (post_id, terms)
  select entry.post_id, entry.terms
  from (
    select post_id from changed
    where (like_count, post_id) >= (lowest.like_count, lowest.post_id)
      and not exists (select from top_post_terms where top_post_terms.post_id = changed.post_id)
    order by post_id) as risen
  cross join lateral (
    select post_id, terms from post_search where post_search.post_id = risen.post_id offset 0 for share) as entry
  on conflict (post_id) do nothing;
  return null;
end
$$;
