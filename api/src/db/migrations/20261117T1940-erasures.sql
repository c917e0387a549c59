-- What was promised to be gone. A backup that is older than an erasure still has what was erased: after a restore each row is repeated.
-- `subject` names what was erased and nothing else: an id, the key of a picture, or for a cleared conversation the member, the
-- conversation and the last cleared message. `shipped_at` is null until the row is in the backup bucket.
create table erasures (
  id uuid primary key default uuid_v7(),
  kind text not null,
  subject text not null check (char_length(subject) <= 120),
  -- The program that erased it, or psql: what was deleted by hand may be the mistake for which a backup is restored.
  made_by text not null default current_setting('application_name'),
  shipped_at timestamptz
);
create index erasures_unshipped on erasures (id) where shipped_at is null;

-- Triggers, so that no way of deleting, and no program of the version before, can forget the row.
create function record_erasures() returns trigger language plpgsql as $$
begin
  execute format('insert into erasures (kind, subject) select %L, %I::text from gone', tg_argv[0], tg_argv[1]);
  return null;
end
$$;
create trigger record_erasures after delete on accounts referencing old table as gone
for each statement execute function record_erasures('account', 'member_id');
create trigger record_erasures after delete on posts referencing old table as gone
for each statement execute function record_erasures('post', 'id');
create trigger record_erasures after delete on updates referencing old table as gone
for each statement execute function record_erasures('update', 'id');
create trigger record_erasures after delete on roles referencing old table as gone
for each statement execute function record_erasures('role', 'id');
create trigger record_erasures after delete on pictures referencing old table as gone
for each statement execute function record_erasures('picture', 'key');
