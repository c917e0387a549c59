import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { prepareStatement, toCompilable } from '../../db/prepared-statement.ts'
import {
  buildMessagesBefore,
  selectParticipantJson,
  buildMessageJson,
  type ConversationPosition,
  type MessageJson,
} from './queries.ts'

/** How much of a long conversation one search looks at, and how much it finds at most. */
const SCANNED_MESSAGES_MAX = 5000
const MATCHES_MAX = 50

interface MessageSearch extends ConversationPosition {
  text: string
}

interface MessageSearchRow {
  /** What contains the text, newest first; one more than a reply has. */
  found: MessageJson[]
  count: number
  oldest: string | null
}

/** Looks for a text, in any case, in what was said before a message. */
export async function searchMessages(db: Database, search: MessageSearch) {
  const [row] = await searchMessagesStatement.run(db, search)
  const { found, count, oldest } = row ?? { found: [], count: 0, oldest: null }
  const page = found.slice(0, MATCHES_MAX)
  const stoppedAt = found.length > page.length ? page.at(-1)?._id : oldest
  const isAll = found.length === page.length && count < SCANNED_MESSAGES_MAX
  return { found: page, next: isAll ? null : (stoppedAt ?? null) }
}

export const searchMessagesStatement = prepareStatement<MessageSearch, MessageSearchRow>((slot) => {
  const [me, peer] = [
    selectParticipantJson(slot('memberId')),
    selectParticipantJson(slot('peerId')),
  ]
  return toCompilable(sql`
    with looked as materialized (${buildMessagesBefore(slot, SCANNED_MESSAGES_MAX)})
    select
      (select count(*)::integer from looked) as count,
      (select id from looked order by id limit 1) as oldest,
      coalesce((
        select json_agg(json_build_object('_id', message.id,
          'json', ${buildMessageJson(slot('memberId'), me, peer)}::text) order by message.id desc)
        from (
          select * from looked where position(lower(${slot('text')}) in lower(content)) > 0
          order by id desc limit ${sql.lit(MATCHES_MAX + 1)}) as message), '[]') as found`)
})
