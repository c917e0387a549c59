import { SYNC_CHANGES_MAX, MESSAGES_PAGE_SIZE } from '@dolph/contract/messaging/messaging'
import { MAX_ID } from '../../../platform/db/id-bounds.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { MemberPair } from '../message-json.ts'
import { selectChanges, selectConversationMessages } from './conversation-queries.ts'

interface SyncResult {
  /** Each is the JSON of the contract's `Message`. */
  messages: string[]
  syncTime: string | null
  hasMore: boolean
  clearedTo: string | null
}

/** Later than any stamp: a sync since then brings the newest page and a time to continue from. */
export const AFTER_NEWEST = '9999-12-31T23:59:59.999Z'

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
