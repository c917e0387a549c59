-- Counts the members of each skill after a statement that changed profiles, once for all of its rows: an update per row would leave
-- a version of the counter per row, all of which the next update reads. Skills are locked in a fixed order, so that two concurrent
-- saves cannot deadlock.
create or replace function count_skills_of_statement() returns trigger language plpgsql as $$
declare
  changes refcursor;
  changed record;
begin
  if tg_op = 'INSERT' then
    open changes for
      select lower(skill) as folded, min(skill) as name, count(distinct member_id)::integer as members
      from profiles_after, unnest(skills) as skill group by 1 order by 1;
  elsif tg_op = 'DELETE' then
    open changes for
      select lower(skill) as folded, min(skill) as name, -count(distinct member_id)::integer as members
      from profiles_before, unnest(skills) as skill group by 1 order by 1;
  else
    open changes for
      select folded, min(name) as name, sum(change)::integer as members from (
        select lower(skill) as folded, min(skill) as name, count(distinct member_id) as change
        from profiles_after, unnest(skills) as skill group by 1
        union all
        select lower(skill), min(skill), -count(distinct member_id)
        from profiles_before, unnest(skills) as skill group by 1) as changes
      group by folded having sum(change) <> 0 order by folded;
  end if;
  loop
    fetch changes into changed;
    exit when not found;
    insert into skills (folded, name, members)
    values (changed.folded, changed.name, greatest(changed.members, 0))
    on conflict (folded) do update set members = skills.members + changed.members;
    delete from skills where folded = changed.folded and members = 0;
  end loop;
  close changes;
  return null;
end
$$;
