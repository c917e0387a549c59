-- Counts who is on the team of a post, and the seats of its roles that are taken. The locks come first: the statements after them see
-- what other transactions have counted. A seat that becomes free opens no role: the owners do.
create or replace function count_team() returns trigger language plpgsql as $$
declare
  changed_post uuid := case when tg_op = 'DELETE' then old.post_id else new.post_id end;
  changed_roles uuid[] := array[case when tg_op <> 'INSERT' then old.role_id end, case when tg_op <> 'DELETE' then new.role_id end];
begin
  if tg_op <> 'DELETE' then
    insert into projects (post_id) values (changed_post) on conflict do nothing;
  end if;
  perform from projects where post_id = changed_post for no key update;
  update projects set
    team_size = (select count(*) from team_members where post_id = changed_post and left_at is null)
  where post_id = changed_post;
  perform from roles where id = any (changed_roles) order by id for no key update;
  -- By id alone: a join with the ids could read all roles.
  update roles set filled = (select count(*) from team_members where role_id = roles.id and left_at is null)
  where id = any (changed_roles)
    and filled <> (select count(*) from team_members where role_id = roles.id and left_at is null);
  return null;
end
$$;
