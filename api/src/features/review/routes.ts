import * as contract from '@dolph/contract/review/review'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../platform/deps.ts'
import { requireMember } from '../../platform/http/access.ts'
import { buildIdPage, decodeIdCursor } from '../../platform/http/id-cursor.ts'
import { buildSuccessBody } from '../../platform/http/replies/success-body.ts'
import { selectOldestWaitingAt } from '../join-requests/oldest-waiting.ts'
import { selectAuditLog } from './audit-log.ts'
import { selectCases, selectOldestOpenAt } from './case-queue.ts'
import { decideAppeal } from './decide-appeal.ts'
import { decideCase } from './decide-case.ts'
import { publishDecision } from './publish-decision.ts'
import { readCase } from './read-case.ts'

export const reviewRoutes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const { db, config } = deps

  app.route({
    ...contract.listCases,
    handler: async (request) => {
      const { state, cursor, limit } = request.query
      const position = { state, after: decodeOptionalCursor(cursor), limit: limit + 1 }
      const [rows, oldestOpenAt, oldestWaitingRequestAt] = await Promise.all([
        selectCases(db, config, position),
        selectOldestOpenAt(db),
        selectOldestWaitingAt(db),
      ])
      const page = buildIdPage(rows, limit)
      return buildSuccessBody({ ...page, oldestOpenAt, oldestWaitingRequestAt })
    },
  })

  app.route({
    ...contract.readCase,
    handler: async (request) => {
      const data = await readCase(deps, requireMember(request).id, request.params.id)
      return buildSuccessBody({ data })
    },
  })

  app.route({
    ...contract.decideCase,
    handler: async (request) => {
      const { id: moderatorId } = requireMember(request)
      const { id: caseId } = request.params
      await decideCase(db, { caseId, moderatorId, draft: request.body })
      // A decision that changes nothing is not published.
      if (request.body.kind !== 'keep') await publishDecision(app, deps, caseId)
      return buildSuccessBody({ data: await readCase(deps, moderatorId, caseId) })
    },
  })

  app.route({
    ...contract.decideAppeal,
    handler: async (request) => {
      const { id: moderatorId } = requireMember(request)
      const { id: caseId } = request.params
      await decideAppeal(db, { caseId, moderatorId, draft: request.body })
      if (request.body.outcome === 'taken-back') await publishDecision(app, deps, caseId)
      return buildSuccessBody({ data: await readCase(deps, moderatorId, caseId) })
    },
  })

  app.route({
    ...contract.listAuditLog,
    handler: async (request) => {
      const { actor, subject, cursor, limit } = request.query
      const query = { actor, subject, before: decodeOptionalCursor(cursor), limit: limit + 1 }
      return buildSuccessBody(buildIdPage(await selectAuditLog(db, query), limit))
    },
  })
}

function decodeOptionalCursor(cursor: string | undefined): string | undefined {
  return cursor === undefined ? undefined : decodeIdCursor(cursor)
}
