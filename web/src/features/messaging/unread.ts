import { useHeld } from '../../lib/held.ts'
import { useViewer } from '../accounts/use-viewer.ts'
import type { Inbox } from './conversations.ts'
import { inboxKey } from './keys.ts'

/** How many messages this member has not read. */
export function useUnread(): number {
  return useHeld<Inbox | null>(inboxKey(useViewer()?._id ?? ''), null)?.unread ?? 0
}
