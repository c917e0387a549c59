-- One row for each upload, inserted before its files are stored: every file in storage has a row here or a job that
-- removes it. The key is a hash of random bytes and of the file, so no key is ever reused.
create table pictures (
  key text primary key check (key ~ '^[A-Za-z0-9_-]{43}$'),
  -- No cascade: a member can be deleted only after their pictures.
  member_id uuid not null references members,
  uploaded_at timestamptz(3) not null default now(),
  -- Null until all files are in storage.
  stored_at timestamptz(3),
  -- In use: duplicates `members.picture` for the partial index below, which contains only the few unused uploads.
  is_worn boolean not null default false
);
create index pictures_by_member on pictures (member_id);
create index pictures_unworn on pictures (uploaded_at) where not is_worn;

-- In `members`, as every post and comment shows it. The foreign key protects a picture in use from deletion.
alter table members add picture text references pictures;
create index members_by_picture on members (picture) where picture is not null;

-- Fields that only the profile page shows stay out of `members`. A member without a row has not filled them in yet.
create table profiles (
  member_id uuid primary key references members on delete cascade,
  bio text not null default '' check (char_length(bio) <= 1000),
  skills text[] not null default '{}' check (cardinality(skills) <= 50),
  github text not null default '' check (char_length(github) <= 2048),
  linkedin text not null default '' check (char_length(linkedin) <= 2048),
  website text not null default '' check (char_length(website) <= 2048),
  location text not null default '' check (char_length(location) <= 100),
  -- [{ platform, url }], in the order of the profile.
  social_links json not null default '[]' check (json_array_length(social_links) <= 10)
);

-- The number of members with a skill; `folded` is the same for all spellings of it, `name` is the first spelling.
create table skills (
  folded text primary key,
  name text not null,
  members integer not null check (members >= 0)
);
-- A skill of only one member is not suggested to others.
create index skills_suggested on skills (folded text_pattern_ops, members) where members >= 2;

-- Skills are locked in a fixed order, so that two concurrent saves cannot deadlock.
create function count_skills() returns trigger language plpgsql as $$
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
create trigger count_skills after insert or delete or update of skills on profiles
for each row execute function count_skills();

-- The new email of a member, until the link that was sent to it is opened.
alter table links add email text check (email = lower(email) and char_length(email) <= 254);
alter table links drop constraint links_purpose_check;
alter table links add constraint links_purpose_check
  check (purpose in ('verify-email', 'reset-password', 'change-email') and (purpose = 'change-email') = (email is not null));

-- With the type included, the index that lists a member's posts also counts them by type.
drop index posts_by_author;
create index posts_by_author on posts (author_id, id desc) include (type);
