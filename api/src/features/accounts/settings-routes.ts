import { listAccountEvents } from '@dolph/contract/accounts/account-events'
import * as contract from '@dolph/contract/accounts/accounts'
import * as sessionContract from '@dolph/contract/accounts/sessions'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../platform/deps.ts'
import { requireMember, requireSession } from '../../platform/http/access.ts'
import { publishSessionChange } from '../../platform/realtime/bus.ts'
import { buildIdPage, decodeIdCursor } from '../../platform/http/id-cursor.ts'
import { buildSuccessBody } from '../../platform/http/replies/success-body.ts'
import { recordAccountEvent, selectAccountEvents } from './account-events.ts'
import { deleteAccount } from './deletion/delete-account.ts'
import { createPasswordAttempts } from './passwords/password-attempts.ts'
import { changePassword, sendPasswordCode } from './passwords/password-change.ts'
import { createSecondFactorAttempts } from './second-factor/second-factor-attempts.ts'
import { giveProof } from './sign-in/give-proof.ts'
import { sendProofCode } from './sign-in/proof-code.ts'
import { lockAccount, selectOwnAccount } from './queries.ts'
import {
  setSessionCookies,
  deleteSessions,
  clearSessionCookies,
  publishSessionsChanged,
  publishSignIn,
  selectSessions,
} from './sign-in/sessions.ts'

export const settingsRoutes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const passwordAttempts = createPasswordAttempts(app, deps)
  const secondFactorAttempts = createSecondFactorAttempts(app, deps)

  async function countPasswordAttempt(request: FastifyRequest) {
    const { email } = await selectOwnAccount(deps.db, requireMember(request).id)
    return passwordAttempts.count(request, email)
  }

  app.route({
    ...sessionContract.listSessions,
    handler: async (request) => {
      const { id } = requireSession(request)
      return buildSuccessBody({
        data: await selectSessions(deps.db, requireMember(request).id, id),
      })
    },
  })

  app.route({
    ...sessionContract.endOtherSessions,
    handler: async (request) => {
      const { id } = requireMember(request)
      await deps.db.transaction().execute(async (tx) => {
        await lockAccount(tx, id)
        await deleteSessions(tx, id, requireSession(request).id)
        await recordAccountEvent(tx, request, { memberId: id, kind: 'other-sessions-ended' })
      })
      publishSessionsChanged(deps.bus, id)
      return buildSuccessBody({ message: 'Logged out everywhere else' })
    },
  })

  app.route({
    ...listAccountEvents,
    handler: async (request) => {
      const { cursor, limit } = request.query
      const before = cursor === undefined ? undefined : decodeIdCursor(cursor)
      const rows = await selectAccountEvents(deps.db, requireMember(request).id, {
        before,
        limit: limit + 1,
      })
      return buildSuccessBody(buildIdPage(rows, limit))
    },
  })

  app.route({
    ...contract.sendPasswordCode,
    handler: async (request) => {
      await sendPasswordCode(deps, requireMember(request).id)
      return buildSuccessBody({ message: 'Verification code sent to your email' })
    },
  })

  app.route({
    ...contract.changePassword,
    handler: async (request, reply) => {
      const { id } = requireMember(request)
      const attempt = await countPasswordAttempt(request)
      const tokens = await changePassword(deps, request, id, request.body)
      publishSignIn(deps.bus, request, tokens)
      await attempt.reset()
      setSessionCookies(app, reply, tokens)
      return buildSuccessBody({ message: 'Password updated successfully' })
    },
  })

  app.route({
    ...contract.giveProof,
    handler: async (request) => {
      const { id } = requireMember(request)
      const attempt = await (request.body.appCode === undefined
        ? countPasswordAttempt(request)
        : secondFactorAttempts.count(request, id))
      await giveProof(deps, request, request.body)
      publishSessionChange(deps.bus, id)
      await attempt.reset()
      return buildSuccessBody({ message: 'Confirmed' })
    },
  })

  app.route({
    ...contract.sendProofCode,
    handler: async (request) => {
      await sendProofCode(deps, requireMember(request).id, request.body.purpose)
      return buildSuccessBody({ message: 'Verification code sent to your email' })
    },
  })

  app.route({
    ...contract.deleteAccount,
    handler: async (request, reply) => {
      const { id } = requireMember(request)
      await countPasswordAttempt(request)
      await deleteAccount(deps, request, request.body)
      publishSessionsChanged(deps.bus, id)
      clearSessionCookies(app, reply)
      return buildSuccessBody({ message: 'Account deleted successfully' })
    },
  })
}
