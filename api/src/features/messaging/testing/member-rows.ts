import type { Database } from '../../../platform/db/database.ts'
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
}
