-- Posts that are deleted, but not yet all of their likes and comments: there may be millions, so the worker deletes them in
-- batches. A trigger adds the post, so that no way of deleting one can forget it.
-- `last_liker_id` is the last member whose like is deleted: likes are deleted in the order of their primary key.
create table deleted_posts (
  post_id uuid primary key,
  last_liker_id uuid not null default '00000000-0000-0000-0000-000000000000'
);

create function queue_deleted_posts() returns trigger language plpgsql as $$
begin
  insert into deleted_posts (post_id) select id from gone;
  return null;
end
$$;
create trigger queue_deleted_posts after delete on posts referencing old table as gone
for each statement execute function queue_deleted_posts();
