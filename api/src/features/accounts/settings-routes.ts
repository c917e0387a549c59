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
import { proveByPasskey } from './passkeys/use-passkey.ts'
import { proveByPassword } from './sign-in/proof.ts'
import { selectOwnAccount } from './queries.ts'
import {
  setSessionCookies,
  deleteSessions,
  clearSessionCookies,
  publishSessionsChanged,
  publishSignIn,
  selectSessions,
} from './sign-in/sessions.ts'

/** The contract has checked that exactly one way is given. */
async function giveProof(
  deps: Deps,
  request: FastifyRequest,
  { password = '', passkey }: contract.Proof,
): Promise<void> {
  if (passkey) await proveByPasskey(deps, request, passkey)
  else await proveByPassword(deps, request, password)
}

export const settingsRoutes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const passwordAttempts = createPasswordAttempts(app, deps)

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
      const attempt = await countPasswordAttempt(request)
      await giveProof(deps, request, request.body)
      publishSessionChange(deps.bus, requireMember(request).id)
      await attempt.reset()
      return buildSuccessBody({ message: 'Confirmed' })
    },
  })

  app.route({
    ...contract.deleteAccount,
    handler: async (request, reply) => {
      const { id } = requireMember(request)
      await countPasswordAttempt(request)
      await deleteAccount(deps, request, request.body.password)
      publishSessionsChanged(deps.bus, id)
      clearSessionCookies(app, reply)
      return buildSuccessBody({ message: 'Account deleted successfully' })
    },
  })
}
