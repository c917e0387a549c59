import * as contract from '@dolph/contract/accounts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../deps.ts'
import { memberOf, sessionOf } from '../../http/access.ts'
import { ok } from '../../http/ok.ts'
import { callerOf } from '../../http/rate-limits.ts'
import { openThrottles } from '../../http/throttles.ts'
import { deleteAccount } from './deletion.ts'
import { confirmEmail } from './email-change.ts'
import { changePassword, sendPasswordCode } from './password-change.ts'
import {
  carrySession,
  deleteSessions,
  dropSession,
  endSockets,
  selectSessions,
} from './sessions.ts'

export const settingsRoutes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const throttles = openThrottles(deps.redis, deps.config.LIMITS)

  app.route({
    ...contract.listSessions,
    handler: async (request) => {
      const { id } = sessionOf(request)
      return ok({ data: await selectSessions(deps.db, memberOf(request).id, id) })
    },
  })

  app.route({
    ...contract.endOtherSessions,
    handler: async (request) => {
      const { id } = memberOf(request)
      await deleteSessions(deps.db, id, sessionOf(request).id)
      endSockets(deps.bus, id)
      return ok({ message: 'Signed out everywhere else' })
    },
  })

  app.route({
    ...contract.sendPasswordCode,
    handler: async (request) => {
      await sendPasswordCode(deps, memberOf(request).id)
      return ok({ message: 'Verification code sent to your email' })
    },
  })

  app.route({
    ...contract.changePassword,
    handler: async (request, reply) => {
      const { id } = memberOf(request)
      await throttles.count('login-account', id)
      const token = await changePassword(deps, request, id, request.body)
      await throttles.forget('login-account', id)
      endSockets(deps.bus, id)
      carrySession(app, reply, token)
      return ok({ message: 'Password updated successfully' })
    },
  })

  app.route({
    ...contract.confirmEmail,
    handler: async (request) => {
      await throttles.count('code-try-address', callerOf(request))
      const email = await confirmEmail(deps, memberOf(request).id, request.body.token)
      return ok({ message: 'Email updated successfully', email })
    },
  })

  app.route({
    ...contract.deleteAccount,
    handler: async (request, reply) => {
      const { id } = memberOf(request)
      await throttles.count('login-account', id)
      await deleteAccount(deps, id, sessionOf(request), request.body.password)
      endSockets(deps.bus, id)
      dropSession(app, reply)
      return ok({ message: 'Account deleted successfully' })
    },
  })
}
