import { sql, type RawBuilder } from 'kysely'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import {
  prepareStatement,
  toCompilable,
  type PlaceholderFactory,
} from '../../../platform/db/prepared-statement.ts'
import { buildMessageJson, selectParticipantJson, type MemberPair } from '../message-json.ts'

export interface NewMessage extends MemberPair {
  content: string
  tempId: string | null
  /** Whether it may be the first message between the two. */
  mayStartConversation: boolean
}

/** A message that is more than a text. */
export interface NewRichMessage extends NewMessage {
  aboutPost: string | null
  aboutRole: string | null
  /** The text only links to the post: it is left out if the sender may not read it, and else refuses the message. */
  isLinked: boolean
  isMarkdown: boolean
  replyTo: string | null
  pictureKeys: string[]
}

/** What `insert_message` and `insert_rich_message` return: the message, or why there is none. */
export type StoredMessage =
  | { status: 'sent' | 'repeated'; _id: string; json: string }
  | { status: SendRefusal; _id: null; json: null }

type SendRefusal =
  | ('no-recipient' | 'no-conversation' | 'no-about' | 'no-answered' | 'no-picture')
  | ('conflict' | 'blocked' | 'limited')

/** Inserts a message, or returns the existing one with the same `tempId`, or the reason why it is refused. */
export async function insertMessage(
  db: Database,
  message: NewMessage | NewRichMessage,
): Promise<StoredMessage> {
  const [stored] =
    'isMarkdown' in message
      ? await sendRichMessageStatement.run(db, message)
      : await sendMessageStatement.run(db, message)
  if (!stored) throw new Error('insert_message returned no row')
  return stored
}

/** Inserts a message together with what caused it. The caller publishes it once the transaction has committed. */
export async function insertMessageInTransaction(
  tx: Queryable,
  message: NewRichMessage,
): Promise<StoredMessage> {
  const [stored] = await sendRichMessageStatement.runInTransaction(tx, message)
  if (!stored) throw new Error('insert_rich_message returned no row')
  return stored
}

export const sendMessageStatement = prepareStatement<NewMessage, StoredMessage>((placeholder) =>
  selectStored(
    placeholder,
    sql`insert_message(${placeholder('memberId')}, ${placeholder('peerId')}, ${placeholder('content')}, ${placeholder('tempId')}, ${placeholder('mayStartConversation')})`,
  ),
)

/** A statement of its own: plain messages are sent as fast as before. */
const sendRichMessageStatement = prepareStatement<NewRichMessage, StoredMessage>((placeholder) =>
  selectStored(
    placeholder,
    sql`insert_rich_message(${placeholder('memberId')}, ${placeholder('peerId')}, ${placeholder('content')}, ${placeholder('tempId')}, ${placeholder('mayStartConversation')}, ${placeholder('aboutPost')}, ${placeholder('aboutRole')}, ${placeholder('isLinked')}, ${placeholder('isMarkdown')}, ${placeholder('replyTo')}, ${placeholder('pictureKeys')})`,
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
