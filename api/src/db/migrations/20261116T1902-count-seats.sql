-- `filled` of a role is the number of team members who hold a seat of it. The trigger counts it from now on: the program before this
-- one raises it and inserts the row of the team, which counts it again.
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
  update roles set filled = seated.count
  from (
    select wanted.id, (select count(*) from team_members where role_id = wanted.id and left_at is null) as count
    from unnest(changed_roles) as wanted (id) group by wanted.id) as seated
  where roles.id = seated.id and filled <> seated.count;
  return null;
end
$$;

create or replace trigger count_team after insert or delete or update of left_at, role_id on team_members
  for each row execute function count_team();

update roles set filled = seated.count
from (
  select roles.id, least(seats, (select count(*) from team_members where role_id = roles.id and left_at is null)) as count
  from roles) as seated
where seated.id = roles.id and filled <> seated.count;
