import { UNANSWERED_MAX } from '@dolph/contract/join-requests/join-requests'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Queryable } from '../../../platform/db/database.ts'
import type { EventOf } from '../../../platform/events/catalog.ts'
import { insertEventsFrom } from '../../../platform/events/insert-event.ts'
import { defineJob, handleJob } from '../../../platform/jobs/define-job.ts'
import { getTraceParent } from '../../../platform/telemetry/tracing/tracer.ts'

const pauseRolesJob = defineJob('pause-roles', z.object({ ownerId: z.uuid() }))

export const pauseRolesJobs = [
  handleJob(pauseRolesJob, async ({ ownerId }, { db }) =>
    db.transaction().execute((tx) => pauseRoles(tx, ownerId)),
  ),
]

/**
 * Enqueues the pausing of the roles of owners whose requests ended without an answer. A job, because it locks projects: a relay
 * that waits for them would hold up the notifications of others.
 */
export async function enqueuePauses(
  tx: Queryable,
  events: EventOf<'join-request.ended'>[],
): Promise<void> {
  const ids = events.map(({ subjectId }) => subjectId)
  await sql`
    select graphile_worker.add_job(
      ${pauseRolesJob.name},
      payload => json_strip_nulls(json_build_object('ownerId', owner_id, 'traceparent', ${getTraceParent() ?? null}::text)),
      job_key => 'pause-roles ' || owner_id)
    from (
      select distinct owner_id from join_requests
      where id = any (${ids}) and reason = 'no-answer' and not from_owner and owner_id is not null) as owners
    where (
      select count(*) from (
        select from (${selectUnanswered(sql`owners.owner_id`)}) as unanswered limit ${sql.lit(UNANSWERED_MAX)}) as counted
      ) = ${sql.lit(UNANSWERED_MAX)}
  `.execute(tx)
}

/**
 * Pauses the open roles of an owner three of whose requests ended without an answer within 30 days, and asks the owner about them.
 * An end counts towards one pause only: roles that their owner confirmed are paused again after three more.
 */
export async function pauseRoles(
  tx: Queryable,
  ownerId: string,
  now: RawBuilder<unknown> = sql`clock_timestamp()`,
): Promise<void> {
  // A role that is opened after this statement stays open: opening it is a sign of life.
  const { rows: projects } = await sql<{ postId: string }>`
    select post_id as "postId" from projects
    where open_roles > 0 and post_id in (select id from posts where author_id = ${ownerId})
    order by post_id for no key update
  `.execute(tx)
  await sql`
    with unanswered as (
      select id from (${selectUnanswered(sql`${ownerId}::uuid`, now)}) as ends order by id for no key update),
    paused as (
      update roles set state = 'paused', paused_by = 'unanswered'
      where post_id = any (${projects.map(({ postId }) => postId)}::uuid[]) and state = 'open'
        and (select count(*) from unanswered) >= ${sql.lit(UNANSWERED_MAX)}
      returning id),
    marked as (
      update join_requests set has_paused_roles = true
      where id in (select id from unanswered) and exists (select from paused))
    ${insertEventsFrom('still-open.asked', {
      from: sql`(select where exists (select from paused)) as owner`,
      subjectId: sql`${ownerId}::uuid`,
      actorId: sql`null::uuid`,
      data: {},
    })}
  `.execute(tx)
}

/** A request waits for at most 14 days: one that ended within 30 days is no older than this. */
const OLDEST_REQUEST = '45 days'

/** The ends without an answer that count towards a pause. The subquery makes `uuid_v7`, which is volatile, a bound of the index. */
export function selectUnanswered(
  ownerId: RawBuilder<unknown>,
  now: RawBuilder<unknown> = sql`clock_timestamp()`,
): RawBuilder<unknown> {
  return sql`select id from join_requests
    where owner_id = ${ownerId} and id > (select uuid_v7(${now}::timestamptz - ${sql.lit(OLDEST_REQUEST)}::interval))
      and not from_owner and reason = 'no-answer' and state = 'ended' and not has_paused_roles
      and ended_at > ${now}::timestamptz - interval '30 days'`
}
