-- Switches of operators. A flag without a row is as the program declares it.
create table flags (
  name text primary key,
  share smallint not null check (share between 0 and 100),
  note text check (length(note) <= 500),
  changed_at timestamptz(3) not null default now()
);

-- Members for whom a flag is on whatever its share. Deleted with the member.
create table flag_members (
  name text not null references flags on delete cascade,
  member_id uuid not null references members on delete cascade,
  primary key (member_id, name)
);
