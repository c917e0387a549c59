import { useUnreadCount } from '../features/messaging/use-unread-count.ts'
import type { NavigationLink } from './navigation.ts'

/** How much waits behind a link. */
export function useLinkUnreadCount({ isMessages }: NavigationLink): number {
  const count = useUnreadCount()
  return isMessages ? count : 0
}
