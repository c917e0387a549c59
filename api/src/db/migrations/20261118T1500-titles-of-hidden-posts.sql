-- The function is in ../functions, which are applied after the migrations.
create function clear_titles_of_hidden_post() returns trigger language plpgsql as 'begin return old; end';

-- Before, because afterwards the requests do not name the post any more.
create trigger clear_titles_of_hidden_post before delete on posts
  for each row when (old.hidden_at is not null) execute function clear_titles_of_hidden_post();
