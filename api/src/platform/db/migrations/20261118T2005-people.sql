-- People: who is open to join, and the search for members.

-- What members who are open to join offer.
create table availabilities (
  member_id uuid primary key references members on delete cascade,
  hours integer not null check (hours between 1 and 40),
  zone text not null check (char_length(zone) <= 64),
  rewards text[] not null check (cardinality(rewards) between 1 and 4),
  topics text[] not null default '{}' check (cardinality(topics) <= 5),
  note text not null default '' check (char_length(note) <= 200),
  -- They are open until the end of this day in UTC.
  until date not null,
  -- Orders the lists of people.
  renewed_on date not null default (now() at time zone 'UTC')::date
);
create index availabilities_newest on availabilities (renewed_on desc, member_id desc);
create index availabilities_by_end on availabilities (until);
-- For the time zones in use, of which there are few.
create index availabilities_by_zone on availabilities (zone);

-- The skills, words and topics of members who are open to join, under the same terms as `open_role_terms` and `people_terms`.
create table seeker_terms (
  term text not null,
  renewed_on date not null,
  member_id uuid not null references members on delete cascade,
  primary key (term, renewed_on, member_id)
);
create index seeker_terms_by_member on seeker_terms (member_id);

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

create function queue_people_search() returns trigger language plpgsql as 'begin return null; end';
create trigger queue_people_search after insert or update of username, first_name, last_name on members
  for each row execute function queue_people_search();
create trigger queue_people_search after insert or update of bio, skills on profiles
  for each row execute function queue_people_search();

create function write_people_terms() returns trigger language plpgsql as 'begin return null; end';
create trigger write_people_terms after insert or delete or update of terms on people_search
  for each row execute function write_people_terms();
