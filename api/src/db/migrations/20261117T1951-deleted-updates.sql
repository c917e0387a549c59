-- A trigger, so that no way of deleting forgets the notifications about an update: its owners delete it, its post is deleted, an erasure
-- is repeated.
create function insert_update_deleted() returns trigger language plpgsql as 'begin return old; end';

create trigger insert_update_deleted before delete on updates
  for each row when (old.state is null) execute function insert_update_deleted();
