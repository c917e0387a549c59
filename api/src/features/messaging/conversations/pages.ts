import { listMessages, MESSAGES_PAGE_SIZE, type listConversations } from '@dolph/contract/messaging'
import type { z } from 'zod'
import type { Database } from '../../../db/database.ts'
import { decodeIdCursor, encodeIdCursor } from '../../../http/id-cursor.ts'
import { MAX_ID, type MemberPair } from '../message-json.ts'
import {
  selectConversations,
  selectNewestMessages,
  selectUnreadCount,
} from './conversation-list-queries.ts'
import { selectConversationMessages } from './conversation-queries.ts'
import { searchMessages } from './search-messages.ts'

/** A page of one conversation as a JSON array, newest first, and the address of the next page if there is one. */
export async function readMessagesPage(db: Database, position: MemberPair & { before: string }) {
  const messages = await selectConversationMessages(db, position)
  const page = messages.slice(0, MESSAGES_PAGE_SIZE)
  const last = messages.length > page.length ? page.at(-1) : undefined
  const next = last && `${listMessages.url}?conversationWith=${position.peerId}&before=${last._id}`
  return { json: joinJsonArray(page), next }
}

/** The whole reply of a search for messages that contain a text. */
export async function readMatchingMessages(
  db: Database,
  search: Parameters<typeof searchMessages>[1],
): Promise<string> {
  const { matches, next } = await searchMessages(db, search)
  return `{"success":true,"messages":${joinJsonArray(matches)},"next":${JSON.stringify(next)}}`
}

/** The newest messages of each of the newest conversations, as a JSON array. */
export async function readNewestMessages(db: Database, memberId: string): Promise<string> {
  return joinJsonArray(await selectNewestMessages(db, memberId))
}

type ConversationsQuery = z.output<typeof listConversations.schema.querystring>

/** The whole reply of a page of conversations. */
export async function readConversationsPage(
  db: Database,
  memberId: string,
  { cursor, limit }: ConversationsQuery,
): Promise<string> {
  const before = cursor === undefined ? MAX_ID : decodeIdCursor(cursor)
  const [conversations, unread] = await Promise.all([
    selectConversations(db, { memberId, before }, limit + 1),
    selectUnreadCount(db, memberId),
  ])
  const page = conversations.slice(0, limit)
  const last = conversations.length > page.length ? page.at(-1) : undefined
  const nextCursor = last ? `"${encodeIdCursor(last._id)}"` : 'null'
  return `{"success":true,"data":${joinJsonArray(page)},"unreadCount":${unread},"nextCursor":${nextCursor}}`
}

function joinJsonArray(rows: { json: string }[]): string {
  return `[${rows.map(({ json }) => json).join()}]`
}
