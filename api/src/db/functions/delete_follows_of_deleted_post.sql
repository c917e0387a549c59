-- Deletes the follows that are left when a post leaves the queue of deleted ones. The worker has deleted them in batches before; a worker
-- of the version before knows no follows and leaves all of them.
create or replace function delete_follows_of_deleted_post() returns trigger language plpgsql as $$
begin
  delete from follows where post_id = old.post_id;
  return null;
end
$$;
