import * as contract from '@dolph/contract/notifications/notifications'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { rawArray } from '../../platform/db/json-text.ts'
import type { Deps } from '../../platform/deps.ts'
import { Refusal } from '../../platform/errors.ts'
import { requireMember } from '../../platform/http/access.ts'
import { cutPage } from '../../platform/http/cut-page.ts'
import { buildRawJsonBody, sendRawJson } from '../../platform/http/replies/raw-json-reply.ts'
import { buildSuccessBody } from '../../platform/http/replies/success-body.ts'
import { decodeTimeCursor, encodeTimeCursor } from '../../platform/http/time-cursor.ts'
import { buildLineJson } from './list/notification-json.ts'
import { LIST_START, selectNotifications } from './list/queries.ts'
import { markNotificationsRead } from './list/read-notifications.ts'
import { deletePostMute, insertPostMute, selectPostMute } from './post-mutes.ts'
import { selectSettings, updateSettings } from './settings.ts'

export const notificationRoutes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const { db } = deps

  app.route({
    ...contract.listNotifications,
    handler: async (request, reply) => {
      const { cursor, limit } = request.query
      const { at: beforeAt, id: beforeId } = cursor ? decodeTimeCursor(cursor) : LIST_START
      const position = { memberId: requireMember(request).id, beforeAt, beforeId }
      // One more than requested tells whether there is a next page.
      const { lines, unreadCount } = await selectNotifications(db, position, limit + 1)
      const { page, last } = cutPage(lines, limit)
      const nextCursor = last ? encodeTimeCursor(last) : null
      const data = rawArray(page.map(buildLineJson))
      return sendRawJson(reply, buildRawJsonBody({ unreadCount, nextCursor, data }))
    },
  })

  app.route({
    ...contract.readNotifications,
    handler: async (request) => {
      const { id } = requireMember(request)
      return buildSuccessBody({ unreadCount: await markNotificationsRead(deps, id, request.body) })
    },
  })

  app.route({
    ...contract.readNotificationSettings,
    handler: async (request) =>
      buildSuccessBody({ data: await selectSettings(db, requireMember(request).id) }),
  })

  app.route({
    ...contract.changeNotificationSettings,
    handler: async (request) => {
      const { id } = requireMember(request)
      return buildSuccessBody({ data: await updateSettings(db, id, request.body.kinds) })
    },
  })

  app.route({
    ...contract.readPostMute,
    handler: async (request) => {
      const mute = { memberId: requireMember(request).id, postId: request.params.id }
      const isMuted = await selectPostMute(db, mute)
      if (isMuted === undefined) throw postNotFound()
      return buildSuccessBody({ isMuted })
    },
  })

  app.route({
    ...contract.mutePost,
    handler: async (request) => {
      const mute = { memberId: requireMember(request).id, postId: request.params.id }
      if (!(await insertPostMute(db, mute))) throw postNotFound()
      return buildSuccessBody({ isMuted: true })
    },
  })

  app.route({
    ...contract.unmutePost,
    handler: async (request) => {
      const mute = { memberId: requireMember(request).id, postId: request.params.id }
      if (!(await deletePostMute(db, mute))) throw postNotFound()
      return buildSuccessBody({ isMuted: false })
    },
  })
}

function postNotFound(): Refusal {
  return new Refusal('not-found', 'Post not found')
}
