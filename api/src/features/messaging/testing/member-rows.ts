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
    const sent = await insertMessage(db, { ...message, memberId, peerId })
    await db
      .insertInto('message_reactions')
      .values({ message_id: sent._id ?? '', member_id: memberId, kind: 'up' })
      .execute()
    const picture = { key: peerId.padEnd(43, '-'), member_id: memberId, width: 2, height: 2 }
    await db
      .insertInto('message_pictures')
      .values({ ...picture, message_id: sent._id })
      .execute()
    await insertMessage(db, { ...message, memberId: peerId, peerId: memberId })
  }
}
