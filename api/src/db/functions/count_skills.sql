-- Skills are locked in a fixed order, so that two concurrent saves cannot deadlock.
create or replace function count_skills() returns trigger language plpgsql as $$
declare
  changed record;
begin
  for changed in
    select folded, min(name) as name, sum(change)::integer as members from (
      select lower(skill) as folded, min(skill) as name, 1 as change
      from unnest(new.skills) as skill group by 1
      union all
      select lower(skill), min(skill), -1 from unnest(old.skills) as skill group by 1) as changes
    group by folded having sum(change) <> 0 order by folded
  loop
    insert into skills (folded, name, members)
    values (changed.folded, changed.name, greatest(changed.members, 0))
    on conflict (folded) do update set members = skills.members + changed.members;
    delete from skills where folded = changed.folded and members = 0;
  end loop;
  return null;
end
$$;
