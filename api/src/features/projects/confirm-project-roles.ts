import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'

/**
 * Confirms all open and paused roles of a post, as whatever an owner answers, writes or edits does. Roles are locked before members
 * and requests: a caller that locks those calls this before, or locks the roles with `isUnconfirmedRole` before.
 */
export async function confirmProjectRoles(tx: Queryable, postId: string): Promise<void> {
  // The trigger of `roles` rewrites the terms of the roles.
  await sql`
    update roles set confirmed_on = (now() at time zone 'UTC')::date, still_open_asked_on = null
    where post_id = ${postId} and ${isUnconfirmedRole}`.execute(tx)
}

/** Whether the activity of an owner changes a row of `roles`. */
export const isUnconfirmedRole = sql<boolean>`(state in ('open', 'paused')
  and (confirmed_on < (now() at time zone 'UTC')::date or still_open_asked_on is not null))`
