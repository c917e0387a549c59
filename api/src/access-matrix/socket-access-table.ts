import type { ClientEvent } from '@dolph/contract/realtime'
import type { AccessRow } from './access-classes.ts'

/** The upgrade of /ws, which Fastify's routes do not list. Browsers send an origin with every upgrade. */
export const SOCKET_UPGRADE: AccessRow = {
  access: 'openSocket',
  ok: 101,
  except: { ownerWithFetchMetadataOnly: 403, ownerFromOwnOriginCrossSite: 101 },
}

interface SocketEventRow {
  sample: object
  /** What follows: the events to the sender, and after `>` those to the peer. */
  owner: string
  /** The same for members who are not part of the conversation. */
  member: string
}

/** The events of the socket. Before authentication each of them closes it, except an `auth` that names the member. */
export const SOCKET_EVENTS: Record<ClientEvent['type'], SocketEventRow> = {
  auth: {
    sample: { userId: '{owner}', timestamp: '2026-11-15T09:00:00.000Z' },
    owner: 'error >',
    member: 'error >',
  },
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
