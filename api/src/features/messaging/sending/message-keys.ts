import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'

const BATCH_SIZE = 500

/** Deletes a batch of the `tempId`s of a member's messages, and returns how many; the messages stay with their recipients. */
export async function deleteMessageKeys(db: Database, memberId: string): Promise<number> {
  let deleted = 0
  for (const table of [sql.table('recent_message_keys'), sql.table('message_keys')]) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${table} where sender_id = ${memberId} and temp_id in (
        select temp_id from ${table} where sender_id = ${memberId} limit ${BATCH_SIZE})
    `.execute(db)
    deleted += Number(numAffectedRows)
  }
  return deleted
}

/** Deletes the keys that are older than sixty days, and none that is younger than thirty. */
export async function deleteExpiredMessageKeys(db: Database): Promise<void> {
  await sql`select delete_expired_message_keys()`.execute(db)
}
