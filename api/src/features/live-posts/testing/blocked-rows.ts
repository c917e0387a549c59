import type { BlockedEventRow } from '../../../testing/access-matrix/blocked-table.ts'

const POST_STAYS_VISIBLE = 'a block filters no post; its comments are filtered when they are read'

export const blockedEventRows: Record<string, BlockedEventRow> = {
  watch_post: {
    sample: { postId: '{otherPost}' },
    open: '>',
    blocked: '>',
    reason: POST_STAYS_VISIBLE,
  },
  unwatch_post: {
    sample: { postId: '{otherPost}' },
    open: '>',
    blocked: '>',
    reason: POST_STAYS_VISIBLE,
  },
}
