-- Skills are counted once per statement instead of once per row. The function is also in ../functions; its body is needed here, because
-- a profile that is saved before the functions are applied must be counted.
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

drop trigger count_skills on profiles;
create trigger count_skills_of_inserted after insert on profiles
  referencing new table as profiles_after for each statement execute function count_skills_of_statement();
create trigger count_skills_of_updated after update on profiles
  referencing old table as profiles_before new table as profiles_after for each statement execute function count_skills_of_statement();
create trigger count_skills_of_deleted after delete on profiles
  referencing old table as profiles_before for each statement execute function count_skills_of_statement();
drop function count_skills();
