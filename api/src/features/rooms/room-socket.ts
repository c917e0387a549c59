import {
  RoomMessageEvent,
  RoomTypingEvent,
  type RoomServerEvent,
} from '@dolph/contract/rooms/rooms'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'
import type { Deps } from '../../platform/deps.ts'
import { refuseIfOff, ROOMS_OFF } from '../../platform/flags/flags.ts'
import { defineClientEvent, type SocketFeature } from '../../platform/realtime/socket-feature.ts'
import { fromPlace, liveMemberIds, type RoomCaller } from './places.ts'
import { sendRoomMessage } from './send-room-message.ts'

/** The burst covers a member who types and sends within a second. */
const TYPING_LIMIT = { perSecond: 1, burst: 3 }

/** Handles the client events about rooms on /ws, with the same functions as the HTTP routes. */
export function createRoomSocket(app: FastifyInstance, deps: Deps): SocketFeature {
  const { db, bus } = deps

  const onMessage = defineClientEvent(
    RoomMessageEvent,
    async ({ memberId }, { roomId, ...draft }) => {
      await app.consumeRateLimit('message', `member:${memberId}`)
      await app.throttles.consume('message-member', memberId)
      refuseIfOff(deps, 'rooms', ROOMS_OFF)
      await sendRoomMessage(deps, { memberId, roomId }, draft)
    },
  )

  /** Ignored without an error if the member is not in the room. */
  const onTyping = defineClientEvent(
    RoomTypingEvent,
    async ({ memberId }, { roomId, isTyping }) => {
      const [row] = await typingRecipientsStatement.run(db, { memberId, roomId })
      const event: RoomServerEvent = { type: 'room_typing', roomId, userId: memberId, isTyping }
      for (const recipientId of row?.recipientIds ?? [])
        bus.publish(recipientId, JSON.stringify(event))
    },
    { limit: TYPING_LIMIT },
  )

  return {
    name: 'rooms',
    clientEvents: [onMessage, onTyping],
    serverEvents: [{ type: 'room_typing', isEphemeral: true }],
  }
}

const typingRecipientsStatement = prepareStatement<RoomCaller, { recipientIds: string[] }>(
  (placeholder) =>
    toCompilable(sql`
    select ${liveMemberIds(sql`${placeholder('memberId')}`, sql.ref('place.room_id'))} as "recipientIds"
    ${fromPlace(placeholder('memberId'), placeholder('roomId'))} and room.closed_at is null`),
)
