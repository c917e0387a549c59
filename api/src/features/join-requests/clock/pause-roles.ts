import { UNANSWERED_MAX } from '@dolph/contract/join-requests'
import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../../../db/database.ts'
import type { EventOf } from '../../../events/catalog.ts'
import { insertEventsFrom } from '../../../events/insert-event.ts'

/**
 * Pauses the open roles of owners three of whose requests ended without an answer within 30 days, and has the owners asked.
 * An end counts towards one pause only: roles that their owner confirmed are paused again after three more.
 */
export async function pauseRoles(
  tx: Queryable,
  events: EventOf<'join-request.answered'>[],
  now: RawBuilder<unknown> = sql`clock_timestamp()`,
): Promise<void> {
  const ids = events.map(({ subjectId }) => subjectId)
  const { rows: owners } = await sql<{ id: string }>`
    select distinct owner_id as id from join_requests
    where id = any (${ids}) and reason = 'no-answer' and not from_owner and owner_id is not null
  `.execute(tx)
  if (owners.length === 0) return
  const ownerIds = owners.map(({ id }) => id)
  // Projects are locked before roles and requests, as by every change of them: another order could deadlock.
  await sql`
    select from projects
    where open_roles > 0 and post_id in (select id from posts where author_id = any (${ownerIds}::uuid[]))
    order by post_id for no key update
  `.execute(tx)
  await sql`
    with unanswered as (
      select owner_id, array_agg(id) as ids from join_requests
      where owner_id = any (${ownerIds}::uuid[]) and id > uuid_v7(${now}::timestamptz - ${sql.lit(OLDEST_REQUEST)}::interval)
        and not from_owner and reason = 'no-answer' and state = 'ended' and not has_paused_roles
        and ended_at > ${now}::timestamptz - interval '30 days'
      group by owner_id having count(*) >= ${sql.lit(UNANSWERED_MAX)}),
    paused as (
      update roles set state = 'paused', paused_by = 'unanswered'
      from posts join unanswered on unanswered.owner_id = posts.author_id
      where roles.post_id = posts.id and roles.state = 'open'
      returning unanswered.owner_id, unanswered.ids),
    marked as (
      update join_requests set has_paused_roles = true
      where id in (select unnest(ids) from paused))
    ${insertEventsFrom('roles.asked', {
      from: sql`(select distinct owner_id from paused) as owners`,
      subjectId: sql`owner_id`,
      actorId: sql`null`,
      data: {},
    })}
  `.execute(tx)
}

/** A request waits for at most 14 days: one that ended within 30 days is no older than this. */
const OLDEST_REQUEST = '45 days'
