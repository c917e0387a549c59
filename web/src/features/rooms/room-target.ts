import { sendRoomMessage, type RoomMessage } from '@dolph/contract/rooms/rooms'
import { callEndpoint } from '../../lib/api/api.ts'
import type { MemberSession } from '../accounts/session/member-session.ts'
import { deliverMessage } from '../messaging/sending/deliver-message.ts'
import { getFormat } from '../messaging/message-text/get-format.ts'
import type { OutboxTarget } from '../messaging/sending/outbox.ts'
import { roomThreadQuery } from './room-queries.ts'
import { EMPTY_ROOM_THREAD, mergeRoomMessages } from './room-thread.ts'

const PREFIX = 'room:'

/** The key of the outbox and of the draft of a room. */
export function toRoomKey(roomId: string): string {
  return PREFIX + roomId
}

export function isRoomKey(key: string): boolean {
  return key.startsWith(PREFIX)
}

/** The outbox of the messages to a room. */
export function createRoomTarget(session: MemberSession, key: string): OutboxTarget {
  const roomId = key.slice(PREFIX.length)
  const { queryKey } = roomThreadQuery(session.memberId, roomId)
  return {
    key,
    getNewestMessageId: () => {
      const thread = session.client.getQueryData(queryKey)
      return thread && (thread.messages.at(-1)?._id ?? '')
    },
    deliver: async ({ content, tempId, replyTo, isFirstAttempt }) => {
      const body = { content, tempId, replyTo, format: getFormat(content) }
      const message = await deliverMessage<RoomMessage>(session, {
        event: isFirstAttempt ? { type: 'room_message', roomId, ...body } : null,
        tempId,
        repeat: () => callEndpoint(sendRoomMessage, { params: { id: roomId }, body }),
      })
      return () =>
        void session.client.setQueryData(queryKey, (thread) =>
          mergeRoomMessages(thread ?? EMPTY_ROOM_THREAD, [message]),
        )
    },
  }
}
