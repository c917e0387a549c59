import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { insertMessage } from '../sending/insert-message.ts'

/** A row that names the member in every table of the feature. */
export async function createMemberRows(
  db: Database,
  memberId: string,
  others: readonly string[],
): Promise<void> {
  for (const peerId of others) {
    const message = { content: 'Hello', tempId: peerId, mayStartConversation: true }
    await insertMessage(db, { ...message, memberId, peerId })
    await insertMessage(db, { ...message, memberId: peerId, peerId: memberId })
  }
  // The table of earlier releases, to which nothing is added any more.
  await sql`insert into message_keys select sender_id, temp_id, message_id from recent_message_keys`.execute(
    db,
  )
}
