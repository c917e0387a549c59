-- Safety: who blocked or muted whom. A block closes everything between the two; a mute only makes the member ignore the other.

create table blocks (
  member_id uuid not null references members on delete cascade,
  other_id uuid not null references members on delete cascade,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (member_id, other_id),
  check (member_id <> other_id)
);
create index blocks_by_other on blocks (other_id, member_id);

create table mutes (
  member_id uuid not null references members on delete cascade,
  other_id uuid not null references members on delete cascade,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (member_id, other_id),
  check (member_id <> other_id)
);
create index mutes_by_other on mutes (other_id, member_id);
