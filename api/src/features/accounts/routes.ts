import * as contract from '@dolph/contract/accounts'
import { searchPeople } from '@dolph/contract/people'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { requireMember, requireSession } from '../../http/access.ts'
import { buildSuccessBody } from '../../http/success-body.ts'
import { getCallerKey } from '../../http/rate-limits.ts'
import { createThrottles } from '../../http/throttles.ts'
import { sendRawJson } from '../../http/raw-json-reply.ts'
import { findPeople } from './people.ts'
import { selectOwnAccount } from './queries.ts'
import { resetPassword, sendPasswordResetLink } from './password-reset.ts'
import {
  setSessionCookies,
  deleteSession,
  clearSessionCookies,
  publishSessionsChanged,
} from './sessions.ts'
import { signIn } from './sign-in.ts'
import { resendVerification, signUp, verifyByCode, verifyByLink } from './sign-up.ts'

/** Checks the origin in place of a CSRF token, for calls that are made before the page has one. */
function withOriginCheck<E extends { config: object }>(endpoint: E) {
  return { ...endpoint, config: { ...endpoint.config, csrf: 'origin' as const } }
}

export const accountRoutes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const throttles = createThrottles(deps.redis, deps.config.LIMITS)

  app.route({
    ...contract.getCsrfToken,
    handler: async (request, reply) =>
      buildSuccessBody({ token: app.csrfTokenFor(request, reply) }),
  })

  app.route({
    ...contract.getViewer,
    handler: async (request) => {
      const account = await selectOwnAccount(deps.db, requireMember(request).id)
      const { id, username, firstName, lastName, profilePicture, email, googleSub } = account
      const data = {
        _id: id,
        userName: username,
        firstName,
        lastName,
        profilePicture,
        email,
        ...(googleSub && { googleId: 'google' as const }),
        sessionExpiresAt: requireSession(request).expiresAt,
      }
      return buildSuccessBody({ _id: id, data })
    },
  })

  app.route({
    ...searchPeople,
    config: { ...searchPeople.config, limit: 'people' },
    handler: async (request, reply) =>
      sendRawJson(
        reply,
        await findPeople(deps.db, requireMember(request).id, request.query.username),
      ),
  })

  app.route({
    ...withOriginCheck(contract.signUp),
    handler: async (request, reply) => {
      await throttles.consume('sign-up-address', getCallerKey(request))
      await throttles.consume('sign-up-account', request.body.Email)
      await signUp(deps, request.body)
      reply.code(201)
      const message = 'Account created. Please check your email for a verification code.'
      return buildSuccessBody({ message, email: request.body.Email })
    },
  })

  app.route({
    ...withOriginCheck(contract.verifyCode),
    handler: async (request) => {
      await throttles.consume('code-try-address', getCallerKey(request))
      await verifyByCode(deps, request.body.email, request.body.code)
      return buildSuccessBody({ message: 'Email verified successfully! You can now log in.' })
    },
  })

  app.route({
    ...contract.resendVerification,
    handler: async (request) => {
      await throttles.consume('code-send-address', getCallerKey(request))
      await resendVerification(deps, request.body.email)
      return buildSuccessBody({ message: 'New verification code sent successfully!' })
    },
  })

  app.route({
    ...contract.verifyEmail,
    handler: async (request) => {
      // Only our own page may verify: a mail scanner that fetches the link must not.
      if (request.headers['sec-fetch-site'] !== 'same-origin') {
        throw new Refusal('invalid-input', 'Verification failed. Invalid or expired token.')
      }
      await throttles.consume('code-try-address', getCallerKey(request))
      await verifyByLink(deps, request.params.token)
      return buildSuccessBody({ message: 'Email verified successfully! You can now log in.' })
    },
  })

  app.route({
    ...withOriginCheck(contract.logIn),
    handler: async (request, reply) => {
      const { email } = request.body
      await throttles.consume('login-address', getCallerKey(request))
      await throttles.consume('login-address-hour', getCallerKey(request))
      await throttles.consume('login-account', email)
      const token = await signIn(deps, request, request.body)
      await throttles.reset('login-account', email)
      publishSessionsChanged(deps.bus, request.member?.id)
      setSessionCookies(app, reply, token)
      return buildSuccessBody({ message: 'Successfully logged in!' })
    },
  })

  app.route({
    ...contract.forgotPassword,
    handler: async (request) => {
      await throttles.consume('code-send-address', getCallerKey(request))
      await throttles.consume('reset-account', request.body.email)
      await sendPasswordResetLink(deps, request.body.email)
      return buildSuccessBody({ message: 'If an account uses this address, a link is on its way.' })
    },
  })

  app.route({
    ...contract.resetPassword,
    handler: async (request) => {
      await throttles.consume('code-try-address', getCallerKey(request))
      await resetPassword(deps, request.body.token, request.body.password)
      return buildSuccessBody({ message: 'Password updated successfully' })
    },
  })

  app.route({
    ...contract.logOut,
    handler: async (request, reply) => {
      if (request.session) await deleteSession(deps.db, request.session.id)
      publishSessionsChanged(deps.bus, request.member?.id)
      clearSessionCookies(app, reply)
      return buildSuccessBody({ message: 'Logged out' })
    },
  })
}
