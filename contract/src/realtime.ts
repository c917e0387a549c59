import { z } from 'zod/mini'
import { joinRequestServerEvents } from './join-requests/join-requests.ts'
import { livePostClientEvents, livePostServerEvents } from './live-posts/live-posts.ts'
import { messageChangeServerEvents } from './messaging/message-changes.ts'
import { messagingClientEvents, messagingServerEvents } from './messaging/messaging.ts'
import { notificationServerEvents } from './notifications/notifications.ts'
import { roomClientEvents, roomServerEvents } from './rooms/rooms.ts'
import { safetyServerEvents } from './safety/safety.ts'
import { AuthEvent, socketServerEvents } from './socket.ts'

/** All events that a browser may send on /ws. */
export const ClientEvent = z.discriminatedUnion('type', [
  AuthEvent,
  ...messagingClientEvents,
  ...livePostClientEvents,
  ...roomClientEvents,
])
export type ClientEvent = z.infer<typeof ClientEvent>

/** All events that the server may send on /ws. */
export const ServerEvent = z.discriminatedUnion('type', [
  ...socketServerEvents,
  ...messagingServerEvents,
  ...messageChangeServerEvents,
  ...safetyServerEvents,
  ...notificationServerEvents,
  ...joinRequestServerEvents,
  ...livePostServerEvents,
  ...roomServerEvents,
])
export type ServerEvent = z.infer<typeof ServerEvent>
