-- Queues the posts of a delete statement for the deletion of their likes and comments.
create or replace function queue_deleted_posts() returns trigger language plpgsql as $$
begin
  insert into deleted_posts (post_id) select id from gone;
  return null;
end
$$;
