-- Empties the partitions of `recent_message_keys` that hold neither these thirty days nor the thirty before, and returns how many
-- had rows. The partition that is used from tomorrow on is left alone. TRUNCATE takes no longer for a billion keys than for one. It
-- locks out sends for a moment, and waits for them half a second at most: then the job fails and is tried again.
-- Runs with the rights of the owner, so that the application's role needs no right to truncate.
create or replace function delete_expired_message_keys(at timestamptz default now()) returns integer
language plpgsql security definer set search_path from current set lock_timeout = '500ms' as $$
declare
  has_keys boolean;
  emptied integer = 0;
begin
  for slot in 0..3 loop
    continue when slot in (
      message_key_slot(at - interval '30 days'), message_key_slot(at), message_key_slot(at + interval '1 day'));
    execute format('select exists (select from recent_message_keys_%s)', slot) into has_keys;
    if has_keys then
      execute format('truncate recent_message_keys_%s', slot);
      emptied = emptied + 1;
    end if;
  end loop;
  return emptied;
end
$$;
