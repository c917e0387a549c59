import { sql } from 'kysely'
import type { Queryable } from '../../../../platform/db/database.ts'

/**
 * Marks the messages of the backup as looked at by the search for unread ones: it may have mailed about them after the time of the
 * backup, and the sessions by which it knows that a member has visited since are gone.
 */
export async function skipUnreadMessages(tx: Queryable): Promise<void> {
  await tx
    .insertInto('unread_message_search')
    .values({ last_id: sql`uuid_v7()` })
    .onConflict((conflict) =>
      conflict.column('is_only').doUpdateSet((row) => ({ last_id: row.ref('excluded.last_id') })),
    )
    .execute()
}
