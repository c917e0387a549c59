import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { prepareStatement, toCompilable } from '../../../db/prepared-statement.ts'
import {
  buildMessageJson,
  selectParticipantJson,
  type MemberPair,
  type MessageJson,
} from '../message-json.ts'

interface NewMessage extends MemberPair {
  content: string
  tempId: string | null
  /** Whether it may be the first message between the two. */
  mayStartConversation: boolean
}

/**
 * Inserts a message, or returns the existing one with the same `tempId`. Undefined if it would be the first between the
 * two and may not start a conversation.
 */
export async function insertMessage(db: Database, message: NewMessage) {
  const [sent] = await sendMessageStatement.run(db, message)
  return sent
}

export const sendMessageStatement = prepareStatement<NewMessage, MessageJson & { isNew: boolean }>(
  (placeholder) => {
    const [me, peer] = [
      selectParticipantJson(placeholder('memberId')),
      selectParticipantJson(placeholder('peerId')),
    ]
    return toCompilable(sql`
    select message.id as _id, is_new as "isNew", ${buildMessageJson(placeholder('memberId'), me, peer)}::text as json
    from send_message(${placeholder('memberId')}, ${placeholder('peerId')}, ${placeholder('content')}, ${placeholder('tempId')}, ${placeholder('mayStartConversation')}) as sent,
      lateral (select (sent.message).*) as message`)
  },
)
