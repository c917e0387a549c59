import { sql } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import { prepareStatement, toCompilable } from '../../../platform/db/prepared-statement.ts'
import { containsText } from '../contains-text.ts'
import { buildMessageJson, selectParticipantJson, type MessageJson } from '../message-json.ts'
import { buildMessagesBefore, type ConversationPosition } from './conversation-queries.ts'

/** How many messages one search reads and returns at most. */
const SCANNED_MESSAGES_MAX = 5000
const MATCHES_MAX = 50

interface MessageSearch extends ConversationPosition {
  text: string
}

interface MessageSearchRow {
  /** The messages that contain the text, newest first; up to one more than a reply has. */
  matches: MessageJson[]
  count: number
  oldest: string | null
}

/** Searches the messages before a message for a text, ignoring case. */
export async function searchMessages(db: Database, search: MessageSearch) {
  const [row] = await searchMessagesStatement.run(db, search)
  const { matches, count, oldest } = row ?? { matches: [], count: 0, oldest: null }
  const page = matches.slice(0, MATCHES_MAX)
  const stoppedAt = matches.length > page.length ? page.at(-1)?._id : oldest
  const isComplete = matches.length === page.length && count < SCANNED_MESSAGES_MAX
  return { matches: page, next: isComplete ? null : (stoppedAt ?? null) }
}

export const searchMessagesStatement = prepareStatement<MessageSearch, MessageSearchRow>(
  (placeholder) => {
    const [me, peer] = [
      selectParticipantJson(placeholder('memberId')),
      selectParticipantJson(placeholder('peerId')),
    ]
    return toCompilable(sql`
    with scanned as materialized (${buildMessagesBefore(placeholder, SCANNED_MESSAGES_MAX)})
    select
      (select count(*)::integer from scanned) as count,
      (select id from scanned order by id limit 1) as oldest,
      coalesce((
        select json_agg(json_build_object('_id', message.id,
          'json', ${buildMessageJson(placeholder('memberId'), me, peer)}::text) order by message.id desc)
        from (
          select * from scanned
          where num_nonnulls(deleted_at, hidden_at) = 0 and ${containsText(placeholder('text'))}
          order by id desc limit ${sql.lit(MATCHES_MAX + 1)}) as message), '[]') as matches`)
  },
)
