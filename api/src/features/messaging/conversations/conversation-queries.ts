import { SYNC_CHANGES_MAX, MESSAGES_PAGE_SIZE } from '@dolph/contract/messaging/messaging'
import { sql } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import { isoTime } from '../../../platform/db/iso-time.ts'
import { prepareStatement, toCompilable } from '../../../platform/db/prepared-statement.ts'
import {
  buildMessageJson,
  selectParticipantJson,
  type MemberPair,
  type MessageJson,
} from '../message-json.ts'

export interface ConversationPosition extends MemberPair {
  before: string
}

/** A page of a conversation and one more row, newest first, without the messages that the member has deleted. */
export async function selectConversationMessages(
  db: Database,
  position: ConversationPosition,
): Promise<MessageJson[]> {
  return conversationMessagesStatement.run(db, position)
}

export const conversationMessagesStatement = prepareStatement<ConversationPosition, MessageJson>(
  (placeholder) => {
    const [me, peer] = [
      selectParticipantJson(placeholder('memberId')),
      selectParticipantJson(placeholder('peerId')),
    ]
    return toCompilable(sql`
    select message.id as _id, ${buildMessageJson(placeholder('memberId'), me, peer)}::text as json
    from (${buildMessagesBefore(placeholder, MESSAGES_PAGE_SIZE + 1)}) as message
    order by message.id desc`)
  },
)

/** The member's undeleted messages with the peer that are older than `before`, newest first. */
export function buildMessagesBefore(
  placeholder: (key: keyof ConversationPosition) => string,
  count: number,
) {
  return sql`select * from messages_before(${placeholder('memberId')}, ${placeholder('peerId')}, ${placeholder('before')}, ${sql.lit(count)})`
}

interface ChangesQuery extends MemberPair {
  /** A timestamp of this server, or null for the beginning. */
  since: string | null
}

interface MessageChange extends MessageJson {
  changedAt: string
}

/**
 * Up to SYNC_CHANGES_MAX + 1 messages changed after `since`, in order of change, with the newest timestamp of the
 * conversation from the same snapshot. Null when the two have no conversation.
 */
export async function selectChanges(db: Database, query: ChangesQuery) {
  const [row] = await changesStatement.run(db, query)
  return row ?? null
}

interface ConversationChanges {
  lastStamp: string
  /** The last message that the member has deleted, with all before it. */
  clearedTo: string | null
  changes: MessageChange[]
}

export const changesStatement = prepareStatement<ChangesQuery, ConversationChanges>(
  (placeholder) => {
    const [me, peer] = [
      selectParticipantJson(placeholder('memberId')),
      selectParticipantJson(placeholder('peerId')),
    ]
    return toCompilable(sql`
    select last_stamp as "lastStamp", side.cleared_id as "clearedTo", coalesce((
      select json_agg(json_build_object(
        '_id', message.id, 'changedAt', ${isoTime(sql.ref('message.changed_at'))},
        'json', ${buildMessageJson(placeholder('memberId'), me, peer)}::text) order by message.changed_at)
      from changes_since(side.conversation_id, ${placeholder('since')}, side.cleared_id, ${sql.lit(SYNC_CHANGES_MAX + 1)}) as message), '[]') as changes
    from conversation_sides as side
    join conversations on conversations.id = side.conversation_id
    where side.member_id = ${placeholder('memberId')} and side.peer_id = ${placeholder('peerId')}`)
  },
)
