import { useCachedQuery } from '../../lib/queries/cached-query.ts'
import { useViewer } from '../accounts/session/use-viewer.ts'
import type { Inbox } from './receiving/inbox.ts'
import { inboxKey, roomListKey } from './query-keys.ts'

/** How many messages this member has not read, in conversations and in the rooms that are not muted. */
export function useUnreadCount(): number {
  const me = useViewer()?._id ?? ''
  const direct = useCachedQuery<Inbox | null>(inboxKey(me), null)?.unread ?? 0
  const inRooms = useCachedQuery<{ unreadCount: number } | null>(roomListKey(me), null)
  return direct + (inRooms?.unreadCount ?? 0)
}
