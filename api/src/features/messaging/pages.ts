import { listMessages, THREAD_PAGE, type listConversations } from '@dolph/contract/messaging'
import type { z } from 'zod'
import type { Database } from '../../db/database.ts'
import { readCursor, writeCursor } from '../../http/id-cursor.ts'
import { selectContaining } from './finding.ts'
import {
  NEWEST,
  selectConversations,
  selectNewest,
  selectThread,
  selectUnread,
  type Pair,
} from './queries.ts'

/** A page of one conversation as a JSON array, newest first, and the address of the next page if there is one. */
export async function threadPage(db: Database, place: Pair & { before: string }) {
  const messages = await selectThread(db, place)
  const page = messages.slice(0, THREAD_PAGE)
  const last = messages.length > page.length ? page.at(-1) : undefined
  const next = last && `${listMessages.url}?conversationWith=${place.peerId}&before=${last._id}`
  return { json: arrayOf(page), next }
}

/** What contains a text, as the whole reply. */
export async function foundMessages(
  db: Database,
  search: Parameters<typeof selectContaining>[1],
): Promise<string> {
  const { found, next } = await selectContaining(db, search)
  return `{"success":true,"messages":${arrayOf(found)},"next":${JSON.stringify(next)}}`
}

/** Some of each of the newest conversations, as a JSON array. */
export async function newestMessages(db: Database, memberId: string): Promise<string> {
  return arrayOf(await selectNewest(db, memberId))
}

type ListQuery = z.output<typeof listConversations.schema.querystring>

/** The whole reply of a page of conversations. */
export async function conversationsPage(
  db: Database,
  memberId: string,
  { cursor, limit }: ListQuery,
): Promise<string> {
  const before = cursor === undefined ? NEWEST : readCursor(cursor)
  const [found, unread] = await Promise.all([
    selectConversations(db, { memberId, before }, limit + 1),
    selectUnread(db, memberId),
  ])
  const page = found.slice(0, limit)
  const last = found.length > page.length ? page.at(-1) : undefined
  const nextCursor = last ? `"${writeCursor(last._id)}"` : 'null'
  return `{"success":true,"data":${arrayOf(page)},"unreadCount":${unread},"nextCursor":${nextCursor}}`
}

function arrayOf(written: { json: string }[]): string {
  return `[${written.map(({ json }) => json).join()}]`
}
