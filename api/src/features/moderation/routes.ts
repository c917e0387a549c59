import * as contract from '@dolph/contract/moderation/moderation'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../platform/deps.ts'
import { requireMember } from '../../platform/http/access.ts'
import { buildIdPage, decodeIdCursor } from '../../platform/http/id-cursor.ts'
import { countSuccess } from '../../platform/http/limits/throttles.ts'
import { buildSuccessBody } from '../../platform/http/replies/success-body.ts'
import { appealDecision } from './appeal-decision.ts'
import { createReport } from './create-report.ts'
import { selectOwnDecisions } from './own-decisions.ts'
import { selectOwnReports } from './own-reports.ts'

export const moderationRoutes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const { throttles, pairLocks } = app

  app.route({
    ...contract.createReport,
    handler: async (request, reply) => {
      const { id } = requireMember(request)
      const count = ['report-member-day', id] as const
      const { report, isNew } = await countSuccess(throttles, [count], async () =>
        createReport({ ...deps, pairLocks }, id, request.body),
      )
      if (!isNew) await throttles.giveBack(...count)
      reply.code(201)
      return buildSuccessBody({ message: contract.REPORT_THANKS, data: report })
    },
  })

  app.route({
    ...contract.listOwnReports,
    handler: async (request) => {
      const { cursor, limit } = request.query
      const before = cursor === undefined ? undefined : decodeIdCursor(cursor)
      const position = { before, limit: limit + 1 }
      const rows = await selectOwnReports(deps.db, requireMember(request).id, position)
      return buildSuccessBody(buildIdPage(rows, limit))
    },
  })

  app.route({
    ...contract.listOwnDecisions,
    handler: async (request) => {
      const { cursor, limit, subject: subjectId } = request.query
      const after = cursor === undefined ? undefined : decodeIdCursor(cursor)
      const query = { subjectId, after, limit: limit + 1 }
      const { id } = requireMember(request)
      const rows = await selectOwnDecisions(deps.db, deps.config, id, query)
      return buildSuccessBody(buildIdPage(rows, limit))
    },
  })

  app.route({
    ...contract.appealDecision,
    handler: async (request, reply) => {
      const { id: authorId } = requireMember(request)
      const { params, body } = request
      const data = await appealDecision(deps, { authorId, caseId: params.id, text: body.text })
      reply.code(201)
      return buildSuccessBody({ data })
    },
  })
}
