import * as contract from '@dolph/contract/rooms/rooms'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { toServerTime } from '../../platform/db/iso-time.ts'
import { buildJson, rawArray } from '../../platform/db/json-text.ts'
import type { Deps } from '../../platform/deps.ts'
import { refuseIfOff, ROOMS_OFF, SEARCH_OFF } from '../../platform/flags/flags.ts'
import { requireMember } from '../../platform/http/access.ts'
import { decodeIdCursor, encodeIdCursor } from '../../platform/http/id-cursor.ts'
import { buildSuccessBody } from '../../platform/http/replies/success-body.ts'
import { buildRawJsonBody, sendRawJson } from '../../platform/http/replies/raw-json-reply.ts'
import { AFTER_NEWEST } from '../messaging/conversations/sync-messages.ts'
import { changeHistory, markRoomRead, muteRoom } from './room-actions.ts'
import { readRoomPage, searchRoom, syncRoom } from './room-messages.ts'
import { RoomPositions } from './room-positions.ts'
import { readRoom, selectRooms } from './room-queries.ts'
import { sendRoomMessage } from './send-room-message.ts'

export const roomRoutes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const { db } = deps
  const { throttles } = app
  const positions = new RoomPositions(deps)

  app.addHook('preHandler', async () => refuseIfOff(deps, 'rooms', ROOMS_OFF))

  app.route({
    ...contract.listRooms,
    handler: async (request) => {
      const { id: memberId } = requireMember(request)
      const { cursor, limit } = request.query
      const before = cursor === undefined ? undefined : decodeIdCursor(cursor)
      const { data, unreadCount, next } = await selectRooms(db, { memberId, before }, limit)
      const nextCursor = next === undefined ? null : encodeIdCursor(next)
      return buildSuccessBody({ data, unreadCount, nextCursor })
    },
  })

  app.route({
    ...contract.readRoom,
    handler: async (request) => buildSuccessBody({ data: await readRoom(db, toCaller(request)) }),
  })

  app.route({
    ...contract.listRoomMessages,
    handler: async (request, reply) => {
      const { messages, next } = await readRoomPage(db, toCaller(request), request.query.before)
      if (next !== undefined) {
        const url = contract.listRoomMessages.url.replace(':id', request.params.id)
        reply.header('link', `<${url}?before=${next}>; rel="next"`)
      }
      return sendRawJson(reply, `[${messages.join()}]`)
    },
  })

  app.route({
    ...contract.searchRoom,
    handler: async (request, reply) => {
      const caller = toCaller(request)
      refuseIfOff(deps, 'search', SEARCH_OFF, caller.memberId)
      const { q: text, before } = request.query
      const { messages, next } = await searchRoom(db, caller, { text, before })
      return sendRawJson(reply, buildRawJsonBody({ messages: rawArray(messages), next }))
    },
  })

  app.route({
    ...contract.syncRoom,
    handler: async (request, reply) => {
      const { lastSyncTime, from } = request.query
      const start = from === 'newest' ? AFTER_NEWEST : null
      const since = lastSyncTime === undefined ? start : toServerTime(lastSyncTime)
      const caller = toCaller(request)
      const { messages, positions: rows, ...rest } = await syncRoom(db, caller, since)
      const described = await positions.describe(caller.roomId, rows)
      return sendRawJson(
        reply,
        buildJson({ messages: rawArray(messages), ...rest, positions: described }),
      )
    },
  })

  app.route({
    ...contract.sendRoomMessage,
    handler: async (request, reply) => {
      const caller = toCaller(request)
      await throttles.consume('message-member', caller.memberId)
      const { json } = await sendRoomMessage(deps, caller, request.body)
      reply.code(201)
      return sendRawJson(reply, json)
    },
  })

  app.route({
    ...contract.markRoomRead,
    handler: async (request) => {
      await markRoomRead(deps, toCaller(request), request.body?.upTo)
      return buildSuccessBody({ message: 'Room read' })
    },
  })

  app.route({
    ...contract.muteRoom,
    handler: async (request) => {
      await muteRoom(deps, toCaller(request), true)
      return buildSuccessBody({ message: 'Room muted' })
    },
  })

  app.route({
    ...contract.unmuteRoom,
    handler: async (request) => {
      await muteRoom(deps, toCaller(request), false)
      return buildSuccessBody({ message: 'Room unmuted' })
    },
  })

  app.route({
    ...contract.changeRoomHistory,
    handler: async (request) => {
      const caller = toCaller(request)
      await changeHistory(deps, caller, request.body.isOpen)
      return buildSuccessBody({ data: await readRoom(db, caller) })
    },
  })
}

function toCaller(request: Parameters<typeof requireMember>[0] & { params: { id: string } }): {
  memberId: string
  roomId: string
} {
  return { memberId: requireMember(request).id, roomId: request.params.id }
}
