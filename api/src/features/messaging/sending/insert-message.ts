import { sql } from 'kysely'
import type { Database, Queryable } from '../../../db/database.ts'
import { prepareStatement, toCompilable } from '../../../db/prepared-statement.ts'
import { buildMessageJson, selectParticipantJson, type MemberPair } from '../message-json.ts'

interface NewMessage extends MemberPair {
  content: string
  tempId: string | null
  /** Whether it may be the first message between the two. */
  mayStartConversation: boolean
}

/** What `insert_message` returns: the message, or why there is none. */
export type StoredMessage =
  | { status: 'sent' | 'repeated'; _id: string; json: string }
  | { status: SendRefusal; _id: null; json: null }

type SendRefusal = 'no-recipient' | 'no-conversation' | 'conflict' | 'blocked' | 'limited'

/** Inserts a message, or returns the existing one with the same `tempId`, or the reason why it is refused. */
export async function insertMessage(db: Database, message: NewMessage): Promise<StoredMessage> {
  const [stored] = await sendMessageStatement.run(db, message)
  if (!stored) throw new Error('insert_message returned no row')
  return stored
}

/** Inserts a message together with what caused it. The caller publishes it once the transaction has committed. */
export async function insertMessageInTransaction(
  tx: Queryable,
  message: NewMessage,
): Promise<StoredMessage> {
  const [stored] = await sendMessageStatement.runInTransaction(tx, message)
  if (!stored) throw new Error('insert_message returned no row')
  return stored
}

export const sendMessageStatement = prepareStatement<NewMessage, StoredMessage>((placeholder) => {
  const [me, peer] = [
    selectParticipantJson(placeholder('memberId')),
    selectParticipantJson(placeholder('peerId')),
  ]
  return toCompilable(sql`
    select status, message.id as _id,
      case when message.id is not null then ${buildMessageJson(placeholder('memberId'), me, peer)}::text end as json
    from insert_message(${placeholder('memberId')}, ${placeholder('peerId')}, ${placeholder('content')}, ${placeholder('tempId')}, ${placeholder('mayStartConversation')}) as stored,
      lateral (select (stored.message).*) as message`)
})
