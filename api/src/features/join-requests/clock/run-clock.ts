import { QUIET_TALK_DAYS } from '@dolph/contract/join-requests/join-requests'
import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import { insertEventsFrom } from '../../../platform/events/insert-event.ts'
import type { IntervalTask } from '../../../platform/jobs/interval-task.ts'

const CLOCK_INTERVAL_MS = 30_000
const BATCH_SIZE = 200

/** Reminds of join requests that wait, and ends those whose date has come. */
export const joinRequestClockTask: IntervalTask = {
  name: 'join-request-clock',
  intervalMs: CLOCK_INTERVAL_MS,
  run: (tx) => runClock(tx),
}

/**
 * Handles a batch of the requests whose `next_at` has come, the oldest first; returns whether there may be more. One that
 * another transaction answers at this moment is skipped: a later run finds it if it is still due.
 *
 * A waiting request is reminded of at half of its time and at nine tenths, once if the clock was late for both, and ends
 * at its date. Talks end after 30 days without a message; a newer message postpones `next_at`.
 */
export async function runClock(
  tx: Queryable,
  now: RawBuilder<unknown> = sql`clock_timestamp()`,
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with clock as materialized (select ${now}::timestamptz as now),
    due as (
      select id, state, reminders_sent, member_id, owner_id, sender_id, post_id, due_at,
        created_at + (due_at - created_at) * 0.5 as half_at, created_at + (due_at - created_at) * 0.9 as late_at
      from join_requests
      where state in ('waiting', 'talking') and next_at <= (select now from clock)
      order by next_at, id limit ${sql.lit(BATCH_SIZE)}
      for update skip locked),
    -- Materialized: PostgreSQL would look up the last message again for each use of quiet_at.
    timed as materialized (
      select due.*, now,
        case state when 'talking' then ${lastMessageAt} + ${sql.lit(`${QUIET_TALK_DAYS} days`)}::interval end as quiet_at,
        case when now >= late_at then 2 when now >= half_at then 1 else 0 end as reminders_due
      from due, clock),
    changed as (
      update join_requests as request set
        state = case when outcome.reason is null then request.state else 'ended' end,
        reason = outcome.reason,
        ended_at = case when outcome.reason is not null then timed.now end,
        reminders_sent = greatest(request.reminders_sent, case when outcome.reason is null and request.state = 'waiting' then reminders_due else 0 end),
        next_at = case
          when outcome.reason is not null then request.next_at
          when request.state = 'talking' then quiet_at
          when reminders_due = 0 then half_at
          when reminders_due = 1 then late_at
          else timed.due_at end
      from timed cross join lateral (
        select case
          when timed.state = 'waiting' and timed.due_at <= timed.now then 'no-answer'
          when timed.state = 'talking' and coalesce(quiet_at <= timed.now, true) then 'quiet' end as reason) as outcome
      where request.id = timed.id
      returning request.id, outcome.reason,
        outcome.reason is null and request.state = 'waiting' and reminders_due > timed.reminders_sent as is_reminded),
    reminders as (${insertEventsFrom('join-request.due', {
      from: sql`changed where is_reminded`,
      subjectId: sql`id`,
      actorId: sql`null`,
      data: {},
    })}),
    ends as (${insertEventsFrom('join-request.ended', {
      from: sql`changed where reason is not null`,
      subjectId: sql`id`,
      actorId: sql`null`,
      data: {},
    })})
    select count(*)::integer as count from changed
  `.execute(tx)
  return rows[0]?.count === BATCH_SIZE
}

/** When the member and any owner, who may have started the talks, last wrote to each other. */
const lastMessageAt = sql`(
  select max(last_message_at(due.member_id, owner.id))
  from (
    select due.owner_id as id union select due.sender_id
    union select member_id from team_members where post_id = due.post_id and is_co_owner) as owner)`
