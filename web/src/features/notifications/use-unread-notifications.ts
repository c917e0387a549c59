import { useCachedQuery } from '../../lib/queries/cached-query.ts'
import { useViewer } from '../accounts/session/use-viewer.ts'
import { newestNotificationsKey } from './query-keys.ts'

/** How many notifications this member has not read. Reads the cache only; `LiveNotifications` fetches. */
export function useUnreadNotifications(): number {
  const key = newestNotificationsKey(useViewer()?._id ?? '')
  return useCachedQuery<{ unreadCount: number } | null>(key, null)?.unreadCount ?? 0
}
