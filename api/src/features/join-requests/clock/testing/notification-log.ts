import { sql } from 'kysely'
import type { Database } from '../../../../platform/db/database.ts'

/** Logs every notification about a join request in a table: a line of the product groups several of them and is renewed. */
export async function startNotificationLog(db: Database): Promise<void> {
  await sql`
    create table notification_log (member_id uuid, kind text, subject_id uuid, state text, reminders_sent integer)`.execute(
    db,
  )
  await sql`
    create function log_notification() returns trigger language plpgsql as $$
    begin
      if new.kind not in ('join-requested', 'join-answered', 'invited', 'join-due') then return null; end if;
      insert into notification_log
      select new.member_id, new.kind, coalesce(new.join_request_id, new.target_id), state, reminders_sent from join_requests
      where id = coalesce(new.join_request_id, new.target_id);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger log_new_notification after insert on notifications
    for each row execute function log_notification()`.execute(db)
  await sql`
    create trigger log_grouped_notification after update of join_request_id on notifications
    for each row when (old.join_request_id is null) execute function log_notification()`.execute(db)
}

/** Counts the logged notifications, and those that repeat one: the same request, the same state of an answer, the same reminder. */
export async function countNotifications(
  db: Database,
): Promise<{ notifications: number; repeatedNotifications: number }> {
  const { rows } = await sql<{ notifications: number; repeatedNotifications: number }>`
    select coalesce(sum(count), 0)::integer as notifications,
      coalesce(sum(count - 1), 0)::integer as "repeatedNotifications" from (
        select count(*) from notification_log group by member_id, kind, subject_id,
          case kind when 'join-answered' then state end, case kind when 'join-due' then reminders_sent end) as same
  `.execute(db)
  return rows[0] ?? { notifications: 0, repeatedNotifications: 0 }
}
