-- Profiles: the fields that only the profile page shows stay out of `members`. A member without a row has not filled them in yet.
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
