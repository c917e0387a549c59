-- Closes the roles of a post that became one of a member who looks for a project.
create or replace function close_roles_of_seeker() returns trigger language plpgsql as $$
begin
  perform from projects where post_id = new.id for no key update;
  update roles set state = 'closed', paused_by = null where post_id = new.id and state in ('open', 'paused');
  return null;
end
$$;
