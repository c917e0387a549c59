import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'

/** Locks the conversation of the two. A message that is under way commits before the block, or finds it. */
export async function lockConversation(
  tx: Queryable,
  memberId: string,
  otherId: string,
): Promise<void> {
  await sql`
    select from conversations
    where low_id = least(${memberId}::uuid, ${otherId}) and high_id = greatest(${memberId}::uuid, ${otherId})
    for no key update`.execute(tx)
}
