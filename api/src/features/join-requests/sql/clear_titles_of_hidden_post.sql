-- Takes the titles of a hidden post out of its join requests when it is deleted: without the post nothing says that they are hidden.
create or replace function clear_titles_of_hidden_post() returns trigger
language plpgsql as $$
begin
  update join_requests set post_title = '', role_title = '' where post_id = old.id;
  return old;
end
$$;
