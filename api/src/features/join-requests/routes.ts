import * as contract from '@dolph/contract/join-requests'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../deps.ts'
import { requireMember } from '../../http/access.ts'
import { buildRawJsonBody, sendRawJson } from '../../http/replies/raw-json-reply.ts'
import { answerJoinRequest, withdrawJoinRequest } from './answer-join-request.ts'
import { createAnswerCounter } from './answer-metrics.ts'
import { inviteToJoin, requestToJoin } from './create-join-request.ts'
import { buildJoinRequestJson } from './join-request-json.ts'
import { joinRequestNotFound } from './locked-join-request.ts'
import { LIST_START, selectJoinRequest, selectJoinRequests } from './queries.ts'
import { decodeIdCursor, encodeIdCursor } from '../../http/id-cursor.ts'

export const joinRequestRoutes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const { db } = deps
  const counter = createAnswerCounter(app)

  async function readJson(key: { id: string; memberId: string }): Promise<Buffer> {
    const request = await selectJoinRequest(db, key)
    if (!request) throw joinRequestNotFound()
    return buildRawJsonBody({}, buildJoinRequestJson(request))
  }

  app.route({
    ...contract.requestToJoin,
    handler: async (request, reply) => {
      const { id } = requireMember(request)
      const json = await requestToJoin(db, id, request.params.id, request.body)
      counter.inc({ outcome: 'created' })
      reply.code(201)
      return sendRawJson(reply, buildRawJsonBody({}, json))
    },
  })

  app.route({
    ...contract.inviteToJoin,
    handler: async (request, reply) => {
      const { id } = requireMember(request)
      const json = await inviteToJoin(db, id, request.params.id, request.body)
      counter.inc({ outcome: 'created' })
      reply.code(201)
      return sendRawJson(reply, buildRawJsonBody({}, json))
    },
  })

  app.route({
    ...contract.listJoinRequests,
    handler: async (request, reply) => {
      const { cursor, limit, ...shape } = request.query
      const beforeId = cursor === undefined ? LIST_START : decodeIdCursor(cursor)
      const position = { memberId: requireMember(request).id, beforeId }
      // One more than requested tells whether there is a next page.
      const { requests, waitingCount } = await selectJoinRequests(db, position, shape, limit + 1)
      const page = requests.slice(0, limit)
      const last = requests.length > limit ? page.at(-1) : undefined
      const nextCursor = last ? encodeIdCursor(last.id) : null
      const data = `[${page.map(buildJoinRequestJson).join()}]`
      return sendRawJson(reply, buildRawJsonBody({ waitingCount, nextCursor }, data))
    },
  })

  app.route({
    ...contract.readJoinRequest,
    handler: async (request, reply) => {
      const key = { id: request.params.id, memberId: requireMember(request).id }
      return sendRawJson(reply, await readJson(key))
    },
  })

  app.route({
    ...contract.answerJoinRequest,
    handler: async (request, reply) => {
      const key = { id: request.params.id, memberId: requireMember(request).id }
      const { isInTime, isAccepted } = await answerJoinRequest(deps, key, request.body)
      if (isInTime) counter.inc({ outcome: 'answered-in-time' })
      if (isAccepted) counter.inc({ outcome: 'accepted' })
      return sendRawJson(reply, await readJson(key))
    },
  })

  app.route({
    ...contract.withdrawJoinRequest,
    handler: async (request, reply) => {
      const key = { id: request.params.id, memberId: requireMember(request).id }
      await withdrawJoinRequest(deps, key)
      return sendRawJson(reply, await readJson(key))
    },
  })
}
