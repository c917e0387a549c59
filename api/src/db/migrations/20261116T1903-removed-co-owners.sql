-- The function is in ../functions, which are applied after the migrations.
create function insert_co_owner_removed() returns trigger language plpgsql as 'begin return null; end';

create trigger insert_co_owner_removed after delete on team_members
  for each row when (old.is_co_owner and old.left_at is null) execute function insert_co_owner_removed();
