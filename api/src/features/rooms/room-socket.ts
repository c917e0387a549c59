import { RoomMessageEvent } from '@dolph/contract/rooms/rooms'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { refuseIfOff, ROOMS_OFF } from '../../platform/flags/flags.ts'
import { defineClientEvent, type SocketFeature } from '../../platform/realtime/socket-feature.ts'
import { sendRoomMessage } from './send-room-message.ts'

/** Sends messages to rooms over /ws, with the same function as the HTTP route. */
export function createRoomSocket(app: FastifyInstance, deps: Deps): SocketFeature {
  return {
    name: 'rooms',
    clientEvents: [
      defineClientEvent(RoomMessageEvent, async ({ memberId }, { roomId, ...draft }) => {
        await app.consumeRateLimit('message', `member:${memberId}`)
        await app.throttles.consume('message-member', memberId)
        refuseIfOff(deps, 'rooms', ROOMS_OFF)
        await sendRoomMessage(deps, { memberId, roomId }, draft)
      }),
    ],
  }
}
