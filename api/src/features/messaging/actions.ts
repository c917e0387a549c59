import { SYNC_MAX, type MessageDraft } from '@dolph/contract/messaging'
import pg from 'pg'
import type { Database } from '../../db/database.ts'
import { isOutage } from '../../db/outage.ts'
import { Refusal } from '../../errors.ts'
import { insertMessage, NEWEST, selectChanges, selectThread, type Pair } from './queries.ts'
import { markRead, selectSender, type Receipt } from './receipts.ts'

const NO_DATA_FOUND = 'P0002'
const FOREIGN_KEY_VIOLATION = '23503'
const UNIQUE_VIOLATION = '23505'

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
  db: Database,
  memberId: string,
  { recipientId: peerId, content, tempId }: MessageDraft,
  onFirst: () => Promise<void>,
): Promise<SentMessage> {
  const sending = { memberId, peerId, content, tempId: tempId ?? null }
  const sent = await insertSurely(db, { ...sending, mayOpen: false })
  if (sent) return sent
  await onFirst()
  const first = await insertSurely(db, { ...sending, mayOpen: true })
  if (!first) throw new Error('A message was kept, and is not there')
  return first
}

/** Whether a commit arrived that we lost sight of is not known; under the same name it can be asked for again. */
async function insertSurely(db: Database, sending: Parameters<typeof insertMessage>[1]) {
  const insert = () => insertMessage(db, sending)
  try {
    return await insert().catch((error: unknown) => {
      if (sending.tempId === null || !isOutage(error)) throw error
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

/** The member has read this message and all before it. */
export async function readMessage(
  db: Database,
  memberId: string,
  messageId: string,
): Promise<Receipt[]> {
  const peerId = await selectSender(db, memberId, messageId)
  if (peerId === undefined) throw new Refusal('not-found', 'Message not found')
  return markRead(db, { memberId, peerId, upTo: messageId })
}

interface Synced {
  /** The JSON of the contract's `Message`, each. */
  messages: string[]
  syncTime: string | null
  hasMore: boolean
}

/** What changed in a conversation since a stamp of ours. */
export async function syncMessages(
  db: Database,
  pair: Pair,
  since: string | null,
): Promise<Synced> {
  const view = await selectChanges(db, { ...pair, since })
  if (!view) return { messages: [], syncTime: null, hasMore: false }
  const { lastStamp, changes } = view
  if (since !== null && since > lastStamp) {
    // No stamp of ours: somebody's own clock. What they have is not known, so they get the newest there is.
    const newest = await selectThread(db, { ...pair, before: NEWEST })
    return {
      messages: newest.map(({ json }) => json).toReversed(),
      syncTime: lastStamp,
      hasMore: false,
    }
  }
  const page = changes.slice(0, SYNC_MAX)
  const hasMore = changes.length > page.length
  return {
    messages: page.map(({ json }) => json),
    syncTime: hasMore ? (page.at(-1)?.changedAt ?? lastStamp) : lastStamp,
    hasMore,
  }
}
