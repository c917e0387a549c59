import { sql } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'

const BATCH_SIZE = 500

/** Deletes a batch of the `tempId`s of a member's messages, and returns how many; the messages stay with their recipients. */
export async function deleteMessageKeys(db: Database, memberId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from recent_message_keys where sender_id = ${memberId} and temp_id in (
      select temp_id from recent_message_keys where sender_id = ${memberId} limit ${BATCH_SIZE})
  `.execute(db)
  return Number(numAffectedRows)
}

/** Deletes the keys that are older than sixty days, and none that is younger than thirty. */
export async function deleteExpiredMessageKeys(db: Database): Promise<void> {
  await sql`select delete_expired_message_keys()`.execute(db)
}
