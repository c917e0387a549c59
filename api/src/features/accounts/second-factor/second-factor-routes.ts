import * as contract from '@dolph/contract/accounts/second-factor'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../../platform/deps.ts'
import { requireMember } from '../../../platform/http/access.ts'
import { clearCookie } from '../../../platform/http/cookies.ts'
import { getAddressKey } from '../../../platform/http/limits/rate-limits.ts'
import { buildSuccessBody } from '../../../platform/http/replies/success-body.ts'
import { publishSignIn, setSessionCookies } from '../sign-in/sessions.ts'
import { confirmTotp, removeTotp, renewRecoveryCodes, startTotp } from './change-second-factor.ts'
import { giveSecondFactor } from './give-second-factor.ts'
import { createSecondFactorAttempts } from './second-factor-attempts.ts'
import { stopResetByToken } from './second-factor-reset.ts'
import { selectSecondFactor } from './totp.ts'

export const secondFactorRoutes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const attempts = createSecondFactorAttempts(app, deps)

  app.route({
    ...contract.readSecondFactor,
    handler: async (request) =>
      buildSuccessBody({ data: await selectSecondFactor(deps.db, requireMember(request).id) }),
  })

  app.route({
    ...contract.startTotp,
    handler: async (request) => buildSuccessBody({ data: await startTotp(deps, request) }),
  })

  app.route({
    ...contract.confirmTotp,
    handler: async (request) => {
      await confirmTotp(deps, request, request.body.code)
      return buildSuccessBody({ message: 'Your authenticator app is on' })
    },
  })

  app.route({
    ...contract.removeTotp,
    handler: async (request) => {
      await removeTotp(deps, request)
      return buildSuccessBody({ message: 'Your authenticator app is off' })
    },
  })

  app.route({
    ...contract.newRecoveryCodes,
    handler: async (request) =>
      buildSuccessBody({ data: { recoveryCodes: await renewRecoveryCodes(deps, request) } }),
  })

  app.route({
    ...contract.giveSecondFactor,
    handler: async (request, reply) => {
      await app.throttles.consume('code-try-address', getAddressKey(request.ip))
      const finished = await giveSecondFactor(deps, request, request.body, attempts)
      publishSignIn(deps.bus, request, finished.tokens)
      clearCookie(reply, app.cookieNames.begunSignIn)
      setSessionCookies(app, reply, finished.tokens)
      const { recoveryCodesLeft } = finished
      return buildSuccessBody({
        message: 'Successfully logged in!',
        ...(recoveryCodesLeft !== undefined && { recoveryCodesLeft }),
      })
    },
  })

  app.route({
    ...contract.stopSecondFactorReset,
    handler: async (request) => {
      await app.throttles.consume('code-try-address', getAddressKey(request.ip))
      await stopResetByToken(deps, request, request.body.token)
      return buildSuccessBody({ message: 'Your second factor stays' })
    },
  })
}
