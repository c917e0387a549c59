import * as contract from '@dolph/contract/accounts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../deps.ts'
import { requireMember, requireSession } from '../../http/access.ts'
import { buildSuccessBody } from '../../http/success-body.ts'
import { getCallerKey } from '../../http/rate-limits.ts'
import { createThrottles } from '../../http/throttles.ts'
import { deleteAccount } from './delete-account.ts'
import { confirmEmail } from './email-change.ts'
import { changePassword, sendPasswordCode } from './password-change.ts'
import {
  setSessionCookies,
  deleteSessions,
  clearSessionCookies,
  publishSessionsChanged,
  selectSessions,
} from './sessions.ts'

export const settingsRoutes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const throttles = createThrottles(deps.redis, deps.config.LIMITS)

  app.route({
    ...contract.listSessions,
    handler: async (request) => {
      const { id } = requireSession(request)
      return buildSuccessBody({
        data: await selectSessions(deps.db, requireMember(request).id, id),
      })
    },
  })

  app.route({
    ...contract.endOtherSessions,
    handler: async (request) => {
      const { id } = requireMember(request)
      await deleteSessions(deps.db, id, requireSession(request).id)
      publishSessionsChanged(deps.bus, id)
      return buildSuccessBody({ message: 'Signed out everywhere else' })
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
      await throttles.consume('login-account', id)
      const token = await changePassword(deps, request, id, request.body)
      await throttles.reset('login-account', id)
      publishSessionsChanged(deps.bus, id)
      setSessionCookies(app, reply, token)
      return buildSuccessBody({ message: 'Password updated successfully' })
    },
  })

  app.route({
    ...contract.confirmEmail,
    handler: async (request) => {
      await throttles.consume('code-try-address', getCallerKey(request))
      const email = await confirmEmail(deps, requireMember(request).id, request.body.token)
      return buildSuccessBody({ message: 'Email updated successfully', email })
    },
  })

  app.route({
    ...contract.deleteAccount,
    handler: async (request, reply) => {
      const { id } = requireMember(request)
      await throttles.consume('login-account', id)
      await deleteAccount(deps, id, requireSession(request), request.body.password)
      publishSessionsChanged(deps.bus, id)
      clearSessionCookies(app, reply)
      return buildSuccessBody({ message: 'Account deleted successfully' })
    },
  })
}
