import { useUnread } from '../features/messaging/unread.ts'
import type { NavigationLink } from './navigation.ts'

/** How much waits behind a link. */
export function useUnreadAt({ isMessages }: NavigationLink): number {
  const count = useUnread()
  return isMessages ? count : 0
}
