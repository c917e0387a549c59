import { useUnreadCount } from '../../features/messaging/use-unread-count.ts'
import type { NavigationLink } from './navigation.ts'

/** The unread messages for the Messages link, 0 for every other link. */
export function useLinkUnreadCount({ isMessages }: NavigationLink): number {
  const count = useUnreadCount()
  return isMessages ? count : 0
}
