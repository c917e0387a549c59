-- New members whose first steps are not over. A member without a row has none left: so have all who signed up before.
create table if not exists onboardings (
  member_id uuid primary key references members on delete cascade,
  step text not null default 'skills' check (step in ('skills', 'goal', 'picture', 'next')),
  goal text check (goal in ('show', 'find-people', 'join'))
);
