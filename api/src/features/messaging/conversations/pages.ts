import {
  listMessages,
  MESSAGES_PAGE_SIZE,
  type listConversations,
} from '@dolph/contract/messaging/messaging'
import type { z } from 'zod'
import { MAX_ID } from '../../../platform/db/id-bounds.ts'
import type { Database } from '../../../platform/db/database.ts'
import { rawArray, type RawJson } from '../../../platform/db/json-text.ts'
import { buildRawJsonBody } from '../../../platform/http/replies/raw-json-reply.ts'
import { cutPage } from '../../../platform/http/cut-page.ts'
import { decodeIdCursor, encodeIdCursor } from '../../../platform/http/id-cursor.ts'
import type { MemberPair } from '../message-json.ts'
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
  const { page, last } = cutPage(messages, MESSAGES_PAGE_SIZE)
  const next = last && `${listMessages.url}?conversationWith=${position.peerId}&before=${last._id}`
  return { json: toJsonArray(page).text, next }
}

/** The whole reply of a search for messages that contain a text. */
export async function readMatchingMessages(
  db: Database,
  search: Parameters<typeof searchMessages>[1],
): Promise<string> {
  const { matches, next } = await searchMessages(db, search)
  return buildRawJsonBody({ messages: toJsonArray(matches), next })
}

/** The newest messages of each of the newest conversations, as a JSON array. */
export async function readNewestMessages(db: Database, memberId: string): Promise<string> {
  return toJsonArray(await selectNewestMessages(db, memberId)).text
}

type ConversationsQuery = z.output<typeof listConversations.schema.querystring>

/** The whole reply of a page of conversations. */
export async function readConversationsPage(
  db: Database,
  memberId: string,
  { cursor, limit }: ConversationsQuery,
): Promise<string> {
  const before = cursor === undefined ? MAX_ID : decodeIdCursor(cursor)
  const conversations = await selectConversations(db, { memberId, before }, limit + 1)
  const unreadCount =
    conversations[0]?.unreadCount ??
    // Without any conversation nothing is unread: a second statement might see the first message, which the list does not have.
    (cursor === undefined ? 0 : await selectUnreadCount(db, memberId))
  const { page, last } = cutPage(conversations, limit)
  const nextCursor = last ? encodeIdCursor(last._id) : null
  return buildRawJsonBody({ data: toJsonArray(page), unreadCount, nextCursor })
}

function toJsonArray(rows: { json: string }[]): RawJson {
  return rawArray(rows.map(({ json }) => json))
}
