-- The terms by which members are found: `word:` with a word of their text or the start of a name, `skill:` with the key of a skill.
create table people_search (
  member_id uuid primary key references members on delete cascade,
  terms text[] not null
);

-- The same terms, each with its members in the order of the list. No foreign key: it would need another index as large as this
-- table, and rows go with that in `people_search`.
create table people_terms (
  term text not null,
  member_id uuid not null,
  primary key (term, member_id)
);

-- Members whose terms are not up to date.
create table people_search_due (
  member_id uuid primary key references members on delete cascade
);

-- Queues a member whose names, text or skills changed. A row that is queued already is locked, so that the task that indexes it
-- waits for this change.
create function queue_people_search() returns trigger language plpgsql as $$
declare
  changed uuid;
begin
  if tg_table_name = 'members' then
    changed = new.id;
  else
    changed = new.member_id;
  end if;
  insert into people_search_due (member_id) values (changed)
  on conflict (member_id) do update set member_id = excluded.member_id;
  return null;
end
$$;
create trigger queue_people_search after insert or update of username, first_name, last_name on members
for each row execute function queue_people_search();
create trigger queue_people_search after insert or update of bio, skills on profiles
for each row execute function queue_people_search();

-- Brings the rows of a member in `people_terms` in step with `people_search.terms`.
create function write_people_terms() returns trigger language plpgsql as $$
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
create trigger write_people_terms after insert or delete or update of terms on people_search
for each row execute function write_people_terms();

-- For the time zones in use, of which there are few.
create index availabilities_by_zone on availabilities (zone);
