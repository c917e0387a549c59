import { SYNC_CHANGES_MAX, MESSAGES_PAGE_SIZE, type MessageDraft } from '@dolph/contract/messaging'
import pg from 'pg'
import type { Database } from '../../db/database.ts'
import { isDeletedMemberError } from '../../db/deleted-member-error.ts'
import { isRetryableNow } from '../../db/transient-database-error.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { hasMember } from '../accounts/people.ts'
import {
  publishConversationCleared,
  publishMessageDelivered,
  publishMessagesRead,
  publishMessageSent,
} from './events.ts'
import { publishMutualPresence } from './mutual-presence.ts'
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
const UNIQUE_VIOLATION = '23505'

type MessagingDeps = Pick<Deps, 'db' | 'bus'>

/** A message that is committed to the database. */
export interface SentMessage {
  _id: string
  /** The JSON of the contract's `Message`. */
  json: string
  /** False if an earlier request sent it under the same `tempId`. */
  isNew: boolean
}

/**
 * Sends a message. `onFirstContact` runs before the first message between two members, and may refuse it.
 */
export async function sendMessage(
  { db, bus, redis }: MessagingDeps & Pick<Deps, 'redis'>,
  memberId: string,
  { recipientId: peerId, content, tempId }: MessageDraft,
  onFirstContact: () => Promise<void>,
): Promise<SentMessage> {
  const message = { memberId, peerId, content, tempId: tempId ?? null }
  let sent = await insertWithRetry(db, { ...message, mayStartConversation: false })
  const isFirst = !sent
  if (!sent) {
    await onFirstContact()
    sent = await insertWithRetry(db, { ...message, mayStartConversation: true })
  }
  if (!sent) throw new Error('send_message returned no row')
  publishMessageSent(bus, message, sent)
  // Presence is only a hint: neither a slow nor an unavailable Redis may delay or fail the message.
  if (isFirst) publishMutualPresence({ redis, bus }, message).catch(() => undefined)
  return sent
}

/** Retries once, and only with a `tempId`, which keeps the retry idempotent if the first commit succeeded. */
async function insertWithRetry(db: Database, message: Parameters<typeof insertMessage>[1]) {
  const insert = () => insertMessage(db, message)
  try {
    return await insert().catch((error: unknown) => {
      if (message.tempId === null || !isRetryableNow(error)) throw error
      return insert()
    })
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    // One of the two was removed during the call; the error does not say which one.
    if (isDeletedMemberError(error) && !(await hasMember(db, message.memberId))) throw error
    if (error.code === NO_DATA_FOUND || isDeletedMemberError(error)) {
      throw new Refusal('not-found', 'User not found')
    }
    if (error.code === UNIQUE_VIOLATION) {
      throw new Refusal('conflict', 'Failed to send message. Please try again.')
    }
    throw error
  }
}

/** Marks a message as delivered to the member. Does nothing if it is marked already, or not addressed to them. */
export async function markMessageDelivered(
  { db, bus }: MessagingDeps,
  memberId: string,
  messageId: string,
): Promise<void> {
  const receipt = await markDelivered(db, memberId, messageId)
  if (receipt) publishMessageDelivered(bus, memberId, receipt)
}

/** Marks a message and all before it in its conversation as read. */
export async function markMessageRead(deps: MessagingDeps, memberId: string, messageId: string) {
  const peerId = await selectMessageSender(deps.db, memberId, messageId)
  if (peerId === undefined) throw new Refusal('not-found', 'Message not found')
  await markConversationRead(deps, { memberId, peerId, upTo: messageId })
}

/** Marks the messages of a conversation as read, up to the message `upTo`. */
export async function markConversationRead(
  { db, bus }: MessagingDeps,
  position: MemberPair & { upTo: string },
) {
  let receipts: Receipt[]
  do {
    receipts = await markRead(db, position)
    publishMessagesRead(bus, position, receipts)
  } while (receipts.length >= READ_BATCH_SIZE)
}

/** Deletes a conversation for this member only; the peer keeps it. */
export async function deleteConversation(
  { db, bus }: MessagingDeps,
  pair: MemberPair,
): Promise<void> {
  const upTo = await clearConversation(db, pair)
  if (upTo !== null) publishConversationCleared(bus, pair, upTo)
}

interface SyncResult {
  /** Each is the JSON of the contract's `Message`. */
  messages: string[]
  syncTime: string | null
  hasMore: boolean
  clearedTo: string | null
}

/** Reads the changes of a conversation since a time in the format of this server, see `toServerTime`. */
export async function syncMessages(
  db: Database,
  pair: MemberPair,
  since: string | null,
): Promise<SyncResult> {
  const result = await selectChanges(db, { ...pair, since })
  if (!result) return { messages: [], syncTime: null, hasMore: false, clearedTo: null }
  const { lastStamp, clearedTo, changes } = result
  if (since !== null && since > lastStamp) {
    // A timestamp in the future comes from the client's own clock, so what it has is unknown: it gets the newest messages.
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
