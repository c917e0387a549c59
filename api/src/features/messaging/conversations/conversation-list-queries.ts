import {
  NEWEST_CONVERSATIONS_MAX,
  NEWEST_MESSAGES_PER_CONVERSATION,
} from '@dolph/contract/messaging/messaging'
import { PAGE_SIZE_MAX } from '@dolph/contract/paging'
import { sql } from 'kysely'
import { MAX_ID, MIN_ID } from '../../../platform/db/id-bounds.ts'
import type { Database } from '../../../platform/db/database.ts'
import { prepareStatement, toCompilable } from '../../../platform/db/prepared-statement.ts'
import {
  buildMessageJson,
  buildParticipantJson,
  selectParticipantJson,
  type MessageJson,
} from '../message-json.ts'

interface ConversationListPosition {
  memberId: string
  before: string
}

interface ListedConversation extends MessageJson {
  /** In all conversations of the member, as they were when the page was read. */
  unreadCount: number
}

/** Conversations that are not empty, newest first; a page of them and one more row. */
export async function selectConversations(
  db: Database,
  position: ConversationListPosition,
  count: number,
) {
  return (count <= SHORT_LIST_ROWS ? shortListStatement : longListStatement).run(db, position)
}

const SHORT_LIST_ROWS = 21
const shortListStatement = prepareConversationList(SHORT_LIST_ROWS)
const longListStatement = prepareConversationList(PAGE_SIZE_MAX + 1)

export function prepareConversationList(count: number) {
  return prepareStatement<ConversationListPosition, ListedConversation>((placeholder) => {
    const [me, peer] = [
      selectParticipantJson(placeholder('memberId')),
      buildParticipantJson(sql`side.peer_id`),
    ]
    // Read once, and of the same moment: with a message between them, the two would disagree until the list is read again.
    return toCompilable(sql`
      select (${buildUnreadCount(placeholder('memberId'))}) as "unreadCount", message.id as _id, json_build_object(
        'peer', ${peer},
        'lastMessage', ${buildMessageJson(placeholder('memberId'), me, peer)},
        'unreadCount', side.unread)::text as json
      from (${buildNewestSides(placeholder, count)}) as side
      join messages as message
        on message.id = side.last_message_id and message.shard = shard_of(side.last_message_id)
      left join members as peer on peer.id = side.peer_id and peer.deleted_at is null
      order by message.id desc`)
  })
}

function buildNewestSides(placeholder: (key: 'memberId' | 'before') => string, count: number) {
  return sql`select * from conversation_sides
    where member_id = ${placeholder('memberId')} and last_message_id is not null
      and last_message_id < ${placeholder('before')}
    order by last_message_id desc limit ${sql.lit(count)}`
}

/** The newest messages of the newest conversations, newest first. */
export async function selectNewestMessages(db: Database, memberId: string): Promise<MessageJson[]> {
  return newestMessagesStatement.run(db, { memberId, before: MAX_ID })
}

const newestMessagesStatement = prepareStatement<ConversationListPosition, MessageJson>(
  (placeholder) => {
    const [me, peer] = [
      selectParticipantJson(placeholder('memberId')),
      buildParticipantJson(sql`side.peer_id`),
    ]
    return toCompilable(sql`
    select message.id as _id, ${buildMessageJson(placeholder('memberId'), me, peer)}::text as json
    from (${buildNewestSides(placeholder, NEWEST_CONVERSATIONS_MAX)}) as side
    cross join lateral (
      select * from messages
      where shard = shard_of(side.last_message_id) and conversation_id = side.conversation_id
        and id > coalesce(side.cleared_id, ${sql.lit(MIN_ID)})
      order by id desc limit ${sql.lit(NEWEST_MESSAGES_PER_CONVERSATION)}) as message
    left join members as peer on peer.id = side.peer_id and peer.deleted_at is null
    order by message.id desc`)
  },
)

/** The number of this member's unread messages in all conversations. */
export async function selectUnreadCount(db: Database, memberId: string): Promise<number> {
  const [row] = await unreadCountStatement.run(db, { memberId })
  return row?.unread ?? 0
}

export const unreadCountStatement = prepareStatement<{ memberId: string }, { unread: number }>(
  (placeholder) => toCompilable(buildUnreadCount(placeholder('memberId'))),
)

function buildUnreadCount(memberId: string) {
  return sql<{ unread: number }>`
    select coalesce(sum(unread), 0)::integer as unread from conversation_sides
    where member_id = ${memberId} and unread > 0`
}
