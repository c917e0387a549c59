import { useCachedQuery } from '../../lib/queries/cached-query.ts'
import { useViewer } from '../accounts/session/use-viewer.ts'
import type { Inbox } from './receiving/inbox.ts'
import { inboxKey } from './query-keys.ts'

/** How many messages this member has not read. */
export function useUnreadCount(): number {
  return useCachedQuery<Inbox | null>(inboxKey(useViewer()?._id ?? ''), null)?.unread ?? 0
}
