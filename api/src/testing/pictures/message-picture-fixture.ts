import { randomBytes } from 'node:crypto'
import { buildMessagePictureUrl } from '@dolph/contract/messaging/message-pictures'
import { sql } from 'kysely'
import type { Deps } from '../../platform/deps.ts'

const SIZE = { width: 2, height: 2 }

/** Stores a picture that a member has sent with a message, and returns its URL. */
export async function createMessagePictureFixture(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  { memberId, messageId }: { memberId: string; messageId: string },
): Promise<string> {
  const key = randomBytes(32).toString('base64url')
  await db
    .insertInto('message_pictures')
    .values({
      ...{ key, member_id: memberId, message_id: messageId, ...SIZE },
      stored_at: sql<string>`now()`,
    })
    .execute()
  await files.put(`message-pictures/${key}/2x2.webp`, Buffer.from('picture'), 'image/webp')
  return buildMessagePictureUrl(key, SIZE)
}
