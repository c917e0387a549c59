import { SYNC_CHANGES_MAX, MESSAGES_PAGE_SIZE, type MessageDraft } from '@dolph/contract/messaging'
import pg from 'pg'
import type { Database } from '../../db/database.ts'
import { isDatabaseOutage } from '../../db/database-outage.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import {
  publishConversationCleared,
  publishMessageDelivered,
  publishMessagesRead,
  publishMessageSent,
} from './events.ts'
import {
  insertMessage,
  MAX_ID,
  selectChanges,
  selectConversationMessages,
  type MemberPair,
} from './queries.ts'
import {
  clearConversation,
  markDelivered,
  markRead,
  READ_BATCH_SIZE,
  selectMessageSender,
  type Receipt,
} from './receipts.ts'

const NO_DATA_FOUND = 'P0002'
const FOREIGN_KEY_VIOLATION = '23503'
const UNIQUE_VIOLATION = '23505'

/** Where it is kept, and who hears of it. */
type MessagingDeps = Pick<Deps, 'db' | 'bus'>

/** A message that is kept: nothing that could happen now takes it back. */
export interface SentMessage {
  _id: string
  /** The JSON of the contract's `Message`. */
  json: string
  /** False if it was sent before under the same `tempId`. */
  isNew: boolean
}

/**
 * Sends a message. `onFirst` is asked before the first that a member writes to somebody they never talked to, and may
 * refuse it.
 */
export async function sendMessage(
  { db, bus }: MessagingDeps,
  memberId: string,
  { recipientId: peerId, content, tempId }: MessageDraft,
  onFirst: () => Promise<void>,
): Promise<SentMessage> {
  const sending = { memberId, peerId, content, tempId: tempId ?? null }
  let sent = await insertWithRetry(db, { ...sending, mayOpen: false })
  if (!sent) {
    await onFirst()
    sent = await insertWithRetry(db, { ...sending, mayOpen: true })
  }
  if (!sent) throw new Error('A message was kept, and is not there')
  publishMessageSent(bus, sending, sent)
  return sent
}

/** Whether a commit arrived that we lost sight of is not known; under the same name it can be asked for again. */
async function insertWithRetry(db: Database, sending: Parameters<typeof insertMessage>[1]) {
  const insert = () => insertMessage(db, sending)
  try {
    return await insert().catch((error: unknown) => {
      if (sending.tempId === null || !isDatabaseOutage(error)) throw error
      return insert()
    })
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    // The second: they were erased in that very moment.
    if (error.code === NO_DATA_FOUND || error.code === FOREIGN_KEY_VIOLATION) {
      throw new Refusal('not-found', 'User not found')
    }
    if (error.code === UNIQUE_VIOLATION) {
      throw new Refusal('conflict', 'Failed to send message. Please try again.')
    }
    throw error
  }
}

/** The member's browser has this message. Nothing happens if that is no news, or none of their business. */
export async function markMessageDelivered(
  { db, bus }: MessagingDeps,
  memberId: string,
  messageId: string,
): Promise<void> {
  const receipt = await markDelivered(db, memberId, messageId)
  if (receipt) publishMessageDelivered(bus, memberId, receipt)
}

/** The member has read this message and all before it. */
export async function markMessageRead(world: MessagingDeps, memberId: string, messageId: string) {
  const peerId = await selectMessageSender(world.db, memberId, messageId)
  if (peerId === undefined) throw new Refusal('not-found', 'Message not found')
  await markConversationRead(world, { memberId, peerId, upTo: messageId })
}

/** The same, for whoever knows the conversation. */
export async function markConversationRead(
  { db, bus }: MessagingDeps,
  reading: MemberPair & { upTo: string },
) {
  let receipts: Receipt[]
  do {
    receipts = await markRead(db, reading)
    publishMessagesRead(bus, reading, receipts)
  } while (receipts.length >= READ_BATCH_SIZE)
}

/** Takes away what the member sees of a conversation; the other keeps it. */
export async function deleteConversation(
  { db, bus }: MessagingDeps,
  pair: MemberPair,
): Promise<void> {
  const upTo = await clearConversation(db, pair)
  if (upTo !== null) publishConversationCleared(bus, pair, upTo)
}

interface SyncResult {
  /** The JSON of the contract's `Message`, each. */
  messages: string[]
  syncTime: string | null
  hasMore: boolean
  clearedTo: string | null
}

/** What changed in a conversation since a stamp of ours. */
export async function syncMessages(
  db: Database,
  pair: MemberPair,
  since: string | null,
): Promise<SyncResult> {
  const view = await selectChanges(db, {
    ...pair,
    since: isPostgresTimestamp(since) ? since : null,
  })
  if (!view) return { messages: [], syncTime: null, hasMore: false, clearedTo: null }
  const { lastStamp, clearedTo, changes } = view
  if (since !== null && since > lastStamp) {
    // No stamp of ours: somebody's own clock. What they have is not known, so they get the newest there is.
    const newest = await selectConversationMessages(db, { ...pair, before: MAX_ID })
    return {
      messages: newest
        .slice(0, MESSAGES_PAGE_SIZE)
        .map(({ json }) => json)
        .toReversed(),
      syncTime: lastStamp,
      hasMore: false,
      clearedTo,
    }
  }
  const page = changes.slice(0, SYNC_CHANGES_MAX)
  const hasMore = changes.length > page.length
  return {
    messages: page.map(({ json }) => json),
    syncTime: hasMore ? (page.at(-1)?.changedAt ?? lastStamp) : lastStamp,
    hasMore,
    clearedTo,
  }
}

/** ISO has a year 0, PostgreSQL has none. */
function isPostgresTimestamp(since: string | null): since is string {
  return since !== null && since >= '0001'
}
