-- Skills: the number of members who list each of them in their profile.

create table skills (
  -- The same for all spellings of the skill.
  folded text primary key,
  -- The first spelling.
  name text not null,
  members integer not null check (members >= 0)
);
-- A skill of only one member is not suggested to others.
create index skills_suggested on skills (folded text_pattern_ops, members) where members >= 2;

-- Once per statement instead of once per row.
create function count_skills_of_statement() returns trigger language plpgsql as 'begin return null; end';
create trigger count_skills_of_inserted after insert on profiles
  referencing new table as profiles_after for each statement execute function count_skills_of_statement();
create trigger count_skills_of_updated after update on profiles
  referencing old table as profiles_before new table as profiles_after for each statement execute function count_skills_of_statement();
create trigger count_skills_of_deleted after delete on profiles
  referencing old table as profiles_before for each statement execute function count_skills_of_statement();
