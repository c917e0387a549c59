-- Brings the rows of a member in `people_terms` in step with `people_search.terms`.
create or replace function write_people_terms() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from people_terms where member_id = old.member_id and term = any (array(
      select unnest(old.terms) except select unnest(case when tg_op = 'UPDATE' then new.terms end)));
  end if;
  if tg_op <> 'DELETE' then
    insert into people_terms (term, member_id) select unnest(new.terms), new.member_id on conflict do nothing;
  end if;
  return null;
end
$$;
