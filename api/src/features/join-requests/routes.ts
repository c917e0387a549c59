import * as contract from '@dolph/contract/join-requests/join-requests'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { rawArray, RawJson } from '../../platform/db/json-text.ts'
import type { Deps } from '../../platform/deps.ts'
import { requireMember } from '../../platform/http/access.ts'
import { cutPage } from '../../platform/http/cut-page.ts'
import { buildRawJsonBody, sendRawJson } from '../../platform/http/replies/raw-json-reply.ts'
import { answerJoinRequest, withdrawJoinRequest } from './answer-join-request.ts'
import { createAnswerCounter } from './answer-metrics.ts'
import { inviteToJoin, requestToJoin } from './create-join-request.ts'
import { buildJoinRequestJson } from './join-request-json.ts'
import { joinRequestNotFound } from './locked-join-request.ts'
import { LIST_STARTS, selectJoinRequest, selectJoinRequests } from './queries.ts'
import { decodeTimeCursor, encodeTimeCursor } from '../../platform/http/time-cursor.ts'

export const joinRequestRoutes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const { db } = deps
  const counter = createAnswerCounter(app)

  async function readJson(key: { id: string; memberId: string }): Promise<string> {
    const request = await selectJoinRequest(db, key)
    if (!request) throw joinRequestNotFound()
    return buildRawJsonBody({ data: new RawJson(buildJoinRequestJson(request)) })
  }

  app.route({
    ...contract.requestToJoin,
    handler: async (request, reply) => {
      const { id } = requireMember(request)
      const json = await requestToJoin(db, id, request.params.id, request.body)
      counter.inc({ outcome: 'created' })
      reply.code(201)
      return sendRawJson(reply, buildRawJsonBody({ data: new RawJson(json) }))
    },
  })

  app.route({
    ...contract.inviteToJoin,
    handler: async (request, reply) => {
      const { id } = requireMember(request)
      const json = await inviteToJoin(db, id, request.params.id, request.body)
      counter.inc({ outcome: 'created' })
      reply.code(201)
      return sendRawJson(reply, buildRawJsonBody({ data: new RawJson(json) }))
    },
  })

  app.route({
    ...contract.listJoinRequests,
    handler: async (request, reply) => {
      const { cursor, limit, ...shape } = request.query
      const start = cursor === undefined ? LIST_STARTS[shape.state] : decodeTimeCursor(cursor)
      const position = { memberId: requireMember(request).id, ...start }
      // One more than requested tells whether there is a next page.
      const { requests, waitingCount } = await selectJoinRequests(db, position, shape, limit + 1)
      const { page, last } = cutPage(requests, limit)
      const nextCursor = last ? encodeTimeCursor({ at: last.deadline, id: last.id }) : null
      const data = rawArray(page.map(buildJoinRequestJson))
      return sendRawJson(reply, buildRawJsonBody({ waitingCount, nextCursor, data }))
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
