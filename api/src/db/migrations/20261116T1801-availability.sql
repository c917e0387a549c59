-- What members who are open to join offer, until the end of the day `until` in UTC. `renewed_on` orders the lists of people.
create table availabilities (
  member_id uuid primary key references members on delete cascade,
  hours integer not null check (hours between 1 and 40),
  zone text not null check (char_length(zone) <= 64),
  rewards text[] not null check (cardinality(rewards) between 1 and 4),
  topics text[] not null default '{}' check (cardinality(topics) <= 5),
  note text not null default '' check (char_length(note) <= 200),
  until date not null,
  renewed_on date not null default (now() at time zone 'UTC')::date
);
create index availabilities_newest on availabilities (renewed_on desc, member_id desc);
create index availabilities_by_end on availabilities (until);

-- The skills and topics of members who are open to join, under the same terms as `open_role_terms`.
create table seeker_terms (
  term text not null,
  renewed_on date not null,
  member_id uuid not null references members on delete cascade,
  primary key (term, renewed_on, member_id)
);
create index seeker_terms_by_member on seeker_terms (member_id);
