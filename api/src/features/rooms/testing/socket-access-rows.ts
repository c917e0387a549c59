import type { SocketAccessRow } from '../../../testing/access-matrix/socket-access-table.ts'

export const socketAccessRows: Record<string, SocketAccessRow> = {
  room_message: {
    sample: { roomId: '{room}', content: 'Hello' },
    owner: 'room_message >',
    member: 'error >',
  },
  room_typing: {
    sample: { roomId: '{room}', isTyping: true },
    owner: '>',
    member: '>',
  },
}
