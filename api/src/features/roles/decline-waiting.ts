import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'

/**
 * Declines the requests that still wait for a role whose last seat is gone, but for the one that took it. `answered_at`
 * stays null, because no owner answered: the answer rate does not count these requests.
 */
export async function declineWaiting(
  tx: Queryable,
  roleId: string | null,
  acceptedId: string | null = null,
): Promise<void> {
  await sql`
    with declined as (
      update join_requests set state = 'declined', reason = 'filled', ended_at = clock_timestamp()
      where id in (
        select id from join_requests
        where role_id = ${roleId} and state = 'waiting' and id is distinct from ${acceptedId} order by id for no key update)
      returning id)
    insert into events (kind, subject_id, data) select 'join-request.ended', id, '{}' from declined`.execute(
    tx,
  )
}
