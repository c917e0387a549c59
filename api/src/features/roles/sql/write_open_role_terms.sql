-- Writes the terms of a role, which it has only while it is open, and counts the open roles of its post with the names of at most
-- six of their skills. The lock comes first: the statement after it sees what other transactions have counted.
create or replace function write_open_role_terms() returns trigger language plpgsql as $$
declare
  changed_post uuid := case when tg_op = 'DELETE' then old.post_id else new.post_id end;
begin
  if tg_op = 'UPDATE' and (old.state, old.skills, old.skill_keys, old.confirmed_on)
    is not distinct from (new.state, new.skills, new.skill_keys, new.confirmed_on) then return null; end if;
  if tg_op <> 'DELETE' then
    insert into projects (post_id) values (changed_post) on conflict do nothing;
  end if;
  perform from projects where post_id = changed_post for no key update;
  if tg_op = 'UPDATE' then
    delete from open_role_terms where role_id = old.id;
  end if;
  if tg_op <> 'DELETE' and new.state = 'open' then
    insert into open_role_terms (term, confirmed_on, role_id)
    select term, new.confirmed_on, new.id from (
      select 'skill:' || unnest(new.skill_keys) as term
      union
      select 'topic:' || unnest(topics) from projects where post_id = changed_post) as terms;
  end if;
  if tg_op = 'UPDATE' and (old.state, old.skills) is not distinct from (new.state, new.skills) then return null; end if;
  update projects set
    open_roles = (select count(*) filter (where state = 'open') from roles where post_id = changed_post),
    open_skills = array(
      select skill from (
        select distinct on (key) skill, id, nth
        -- `offset 0` keeps the condition on the state outside: without statistics it would lead to the index of all open roles.
        from (select * from roles where post_id = changed_post offset 0) as role
        cross join unnest(skills, skill_keys) with ordinality as named (skill, key, nth)
        where state = 'open'
        order by key, id, nth) as skills
      order by id, nth limit 6)
  where post_id = changed_post;
  return null;
end
$$;
