import * as contract from '@dolph/contract/updates'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { requireMember } from '../../http/access.ts'
import { buildRawJsonBody, sendRawJson } from '../../http/replies/raw-json-reply.ts'
import { buildSuccessBody } from '../../http/replies/success-body.ts'
import { decodeTimeCursor, encodeTimeCursor } from '../../http/time-cursor.ts'
import { throttleMentions } from '../mentions/throttle-mentions.ts'
import { deleteUpdate, editUpdate, postUpdate } from './actions.ts'
import { selectUpdates } from './queries.ts'

/** An id above all others: the page before it starts with the newest update. */
const LIST_START = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export const updateRoutes: FastifyPluginAsyncZod<Deps> = async (app, { db }) => {
  const { throttles } = app

  app.route({
    ...contract.listUpdates,
    handler: async (request, reply) => {
      const { cursor, limit } = request.query
      const beforeId = cursor === undefined ? LIST_START : decodeTimeCursor(cursor).id
      const position = { postId: request.params.id, viewerId: requireMember(request).id, beforeId }
      const updates = await selectUpdates(db, position, limit + 1)
      if (!updates) throw new Refusal('not-found', 'Post not found')
      const page = updates.slice(0, limit)
      const last = updates.length > limit ? page.at(-1) : undefined
      const nextCursor = last ? encodeTimeCursor(last) : null
      return sendRawJson(
        reply,
        buildRawJsonBody({ nextCursor }, `[${page.map(({ json }) => json).join()}]`),
      )
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
      return sendRawJson(reply, buildRawJsonBody({}, update))
    },
  })

  app.route({
    ...contract.editUpdate,
    handler: async (request, reply) => {
      const key = { id: request.params.id, memberId: requireMember(request).id }
      await throttleMentions(throttles, key.memberId, request.body.body)
      return sendRawJson(reply, buildRawJsonBody({}, await editUpdate(db, key, request.body)))
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
