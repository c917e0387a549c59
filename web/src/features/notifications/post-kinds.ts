import type { NotificationKind } from '@dolph/contract/notifications/notifications'

/** The kinds of lines that lead to a post. */
export const POST_KINDS: readonly NotificationKind[] = [
  'comment',
  'reply',
  'mention',
  'like',
  'repository-archived',
]
