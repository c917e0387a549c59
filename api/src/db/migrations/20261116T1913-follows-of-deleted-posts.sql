-- During a deployment a worker of the version before may take a deleted post from the queue. The function is also in ../functions; its body
-- is needed here, because that worker runs before the functions are applied.
create or replace function delete_follows_of_deleted_post() returns trigger language plpgsql as $$
begin
  delete from follows where post_id = old.post_id;
  return null;
end
$$;

create trigger delete_follows_of_deleted_post after delete on deleted_posts
  for each row execute function delete_follows_of_deleted_post();
