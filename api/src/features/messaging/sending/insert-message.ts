import type { MessageDraft } from '@dolph/contract/messaging/messaging'
import { sql, type RawBuilder } from 'kysely'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import {
  prepareStatement,
  toCompilable,
  type PlaceholderFactory,
} from '../../../platform/db/prepared-statement.ts'
import { buildMessageJson, selectParticipantJson, type MemberPair } from '../message-json.ts'

interface NewMessage extends MemberPair {
  content: string
  tempId: string | null
  /** Whether it may be the first message between the two. */
  mayStartConversation: boolean
}

interface NewMessageAbout extends NewMessage {
  aboutPost: string
  aboutRole: string | null
}

/** What `insert_message` and `insert_message_about` return: the message, or why there is none. */
export type StoredMessage =
  | { status: 'sent' | 'repeated'; _id: string; json: string }
  | { status: SendRefusal; _id: null; json: null }

type SendRefusal =
  | ('no-recipient' | 'no-conversation' | 'no-about')
  | ('conflict' | 'blocked' | 'limited')

/** Inserts a message, or returns the existing one with the same `tempId`, or the reason why it is refused. */
export async function insertMessage(
  db: Database,
  message: NewMessage,
  about?: MessageDraft['about'],
): Promise<StoredMessage> {
  const [stored] = about
    ? await sendMessageAboutStatement.run(db, {
        ...message,
        aboutPost: about.post,
        aboutRole: about.role ?? null,
      })
    : await sendMessageStatement.run(db, message)
  if (!stored) throw new Error('insert_message returned no row')
  return stored
}

/** Inserts a message together with what caused it. The caller publishes it once the transaction has committed. */
export async function insertMessageInTransaction(
  tx: Queryable,
  message: NewMessageAbout,
): Promise<StoredMessage> {
  const [stored] = await sendMessageAboutStatement.runInTransaction(tx, message)
  if (!stored) throw new Error('insert_message returned no row')
  return stored
}

export const sendMessageStatement = prepareStatement<NewMessage, StoredMessage>((placeholder) =>
  selectStored(
    placeholder,
    sql`insert_message(${placeholder('memberId')}, ${placeholder('peerId')}, ${placeholder('content')}, ${placeholder('tempId')}, ${placeholder('mayStartConversation')})`,
  ),
)

/** A statement of its own: messages about nothing are sent as fast as before. */
const sendMessageAboutStatement = prepareStatement<NewMessageAbout, StoredMessage>((placeholder) =>
  selectStored(
    placeholder,
    sql`insert_message_about(${placeholder('memberId')}, ${placeholder('peerId')}, ${placeholder('content')}, ${placeholder('tempId')}, ${placeholder('mayStartConversation')}, ${placeholder('aboutPost')}, ${placeholder('aboutRole')})`,
  ),
)

function selectStored(placeholder: PlaceholderFactory<MemberPair>, inserted: RawBuilder<unknown>) {
  const [me, peer] = [
    selectParticipantJson(placeholder('memberId')),
    selectParticipantJson(placeholder('peerId')),
  ]
  return toCompilable(sql<StoredMessage>`
    select status, message.id as _id,
      case when message.id is not null then ${buildMessageJson(placeholder('memberId'), me, peer)}::text end as json
    from ${inserted} as stored, lateral (select (stored.message).*) as message`)
}
