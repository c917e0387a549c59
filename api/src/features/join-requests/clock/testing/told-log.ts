import { sql } from 'kysely'
import type { Database } from '../../../../db/database.ts'

/** From now on notes each line about join requests that is started, with what it tells of, in a table of its own. */
export async function startToldLog(db: Database): Promise<void> {
  await sql`
    create table told (member_id uuid, kind text, subject_id uuid, state text, nudges integer)`.execute(
    db,
  )
  await sql`
    create function log_told() returns trigger language plpgsql as $$
    begin
      if new.kind not in ('join-requested', 'join-answered', 'invited', 'join-due') then return null; end if;
      insert into told
      select new.member_id, new.kind, coalesce(new.join_request_id, new.target_id), state, nudges from join_requests
      where id = coalesce(new.join_request_id, new.target_id);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger log_told_requests after insert on notifications for each row execute function log_told()`.execute(
    db,
  )
  await sql`
    create trigger log_told_groups after update of join_request_id on notifications
    for each row when (old.join_request_id is null) execute function log_told()`.execute(db)
}

/** How often a member was told the same twice: of a request, of an answer in a state, or of a reminder. */
export async function countToldTwice(db: Database): Promise<{ told: number; twice: number }> {
  const { rows } = await sql<{ told: number; twice: number }>`
    select coalesce(sum(count), 0)::integer as told, coalesce(sum(count - 1), 0)::integer as twice from (
      select count(*) from told group by member_id, kind, subject_id,
        case kind when 'join-answered' then state end, case kind when 'join-due' then nudges end) as same
  `.execute(db)
  return rows[0] ?? { told: 0, twice: 0 }
}
