-- The newest request of a member for a role, which lists of roles show.
create index join_requests_by_member_role on join_requests (member_id, role_id, id desc);

-- A post of a member who looks for a project takes no roles. The body of the function is in db/functions.
create or replace function close_roles_of_seeker() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger close_roles_of_seeker after update of type on posts
  for each row when (new.type = 'looking-to-join' and old.type <> 'looking-to-join') execute function close_roles_of_seeker();
