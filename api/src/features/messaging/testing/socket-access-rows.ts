import type { SocketAccessRow } from '../../../testing/access-matrix/socket-access-table.ts'

export const socketAccessRows: Record<string, SocketAccessRow> = {
  new_message: {
    sample: { recipientId: '{otherPeer}', content: 'Hello' },
    owner: 'new_message >',
    member: 'new_message >',
  },
  typing: { sample: { recipientId: '{peer}', isTyping: true }, owner: '> typing', member: '>' },
  message_received: {
    sample: { messageId: '{message}' },
    owner: 'message_delivered > message_delivered',
    member: '>',
  },
  sync_request: {
    sample: { conversationWith: '{peer}', lastSyncTime: null },
    owner: 'new_message >',
    member: '>',
  },
}
