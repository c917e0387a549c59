import type { SocketAccessRow } from '../../../testing/access-matrix/socket-access-table.ts'

export const socketAccessRows: Record<string, SocketAccessRow> = {
  watch_post: { sample: { postId: '{post}' }, owner: '>', member: '>' },
  unwatch_post: { sample: { postId: '{post}' }, owner: '>', member: '>' },
}
