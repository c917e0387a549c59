import * as contract from '@dolph/contract/updates/updates'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { MAX_ID } from '../../platform/db/id-bounds.ts'
import { rawArray, RawJson } from '../../platform/db/json-text.ts'
import type { Deps } from '../../platform/deps.ts'
import { Refusal } from '../../platform/errors.ts'
import { requireMember } from '../../platform/http/access.ts'
import { cutPage } from '../../platform/http/cut-page.ts'
import { buildRawJsonBody, sendRawJson } from '../../platform/http/replies/raw-json-reply.ts'
import { buildSuccessBody } from '../../platform/http/replies/success-body.ts'
import { decodeTimeCursor, encodeTimeCursor } from '../../platform/http/time-cursor.ts'
import { throttleMentions } from '../mentions/throttle-mentions.ts'
import { deleteUpdate, editUpdate, postUpdate } from './actions.ts'
import { selectUpdates } from './queries.ts'

export const updateRoutes: FastifyPluginAsyncZod<Deps> = async (app, { db }) => {
  const { throttles } = app

  app.route({
    ...contract.listUpdates,
    handler: async (request, reply) => {
      const { cursor, limit } = request.query
      const beforeId = cursor === undefined ? MAX_ID : decodeTimeCursor(cursor).id
      const position = { postId: request.params.id, viewerId: requireMember(request).id, beforeId }
      const updates = await selectUpdates(request.reader, position, limit + 1)
      if (!updates) throw new Refusal('not-found', 'Post not found')
      const { page, last } = cutPage(updates, limit)
      const nextCursor = last ? encodeTimeCursor(last) : null
      const data = rawArray(page.map(({ json }) => json))
      return sendRawJson(reply, buildRawJsonBody({ nextCursor, data }))
    },
  })

  app.route({
    ...contract.postUpdate,
    handler: async (request, reply) => {
      const { id } = requireMember(request)
      await throttles.consume('post-member', id)
      await throttleMentions(throttles, id, request.body.body)
      const update = await postUpdate(db, { postId: request.params.id, memberId: id }, request.body)
      reply.code(201)
      return sendRawJson(reply, buildRawJsonBody({ data: new RawJson(update) }))
    },
  })

  app.route({
    ...contract.editUpdate,
    handler: async (request, reply) => {
      const key = { id: request.params.id, memberId: requireMember(request).id }
      await throttleMentions(throttles, key.memberId, request.body.body)
      const update = await editUpdate(db, key, request.body)
      return sendRawJson(reply, buildRawJsonBody({ data: new RawJson(update) }))
    },
  })

  app.route({
    ...contract.deleteUpdate,
    handler: async (request) => {
      await deleteUpdate(db, { id: request.params.id, memberId: requireMember(request).id })
      return buildSuccessBody({})
    },
  })
}
