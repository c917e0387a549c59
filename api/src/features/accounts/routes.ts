import * as contract from '@dolph/contract/accounts/accounts'
import { getCsrfToken, getViewer } from '@dolph/contract/accounts/viewer'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../platform/deps.ts'
import { Refusal } from '../../platform/errors.ts'
import { refuseIfOff, SIGN_UPS_OFF } from '../../platform/flags/flags.ts'
import { requireMember, requireSession } from '../../platform/http/access.ts'
import { clearCookie, setCookie } from '../../platform/http/cookies.ts'
import { buildSuccessBody } from '../../platform/http/replies/success-body.ts'
import { getAddressKey } from '../../platform/http/limits/rate-limits.ts'
import { countSuccess } from '../../platform/http/limits/throttles.ts'
import { setDeviceCookie } from './sign-in/known-devices.ts'
import { createPasswordAttempts } from './passwords/password-attempts.ts'
import { endIfDone } from './onboarding/onboardings.ts'
import { selectOwnAccount } from './queries.ts'
import { requestPasswordReset, resetPassword } from './passwords/password-reset.ts'
import {
  setSessionCookies,
  deleteSession,
  clearSessionCookies,
  publishSessionsChanged,
  publishSignIn,
} from './sign-in/sessions.ts'
import { signIn } from './sign-in/sign-in.ts'
import { SIGN_UP_HOURS, signUp } from './sign-up/sign-up.ts'
import { resendVerification, verifyByCode, verifyByLink } from './codes/verification.ts'

export const accountRoutes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const { throttles } = app
  const passwordAttempts = createPasswordAttempts(app, deps)
  /** The cookie that recognizes the browser of a pending sign-up. */
  const getSignUpToken = (request: FastifyRequest) => request.cookies[app.cookieNames.signUp]

  app.route({
    ...getCsrfToken,
    handler: async (request, reply) =>
      buildSuccessBody({ token: app.csrfTokenFor(request, reply) }),
  })

  app.route({
    ...getViewer,
    handler: async (request) => {
      const member = requireMember(request)
      const account = await selectOwnAccount(deps.db, member.id)
      const { id, username, firstName, lastName, profilePicture, email, googleSub, role } = account
      const { onboardingStep: step, onboardingGoal: goal } = account
      const onboarding = step && (await endIfDone(deps.db, id, { step, goal }))
      const data = {
        _id: id,
        userName: username,
        firstName,
        lastName,
        profilePicture,
        email,
        ...(googleSub && { googleId: 'google' as const }),
        ...(member.restrictions?.length && { restrictions: [...member.restrictions] }),
        ...(account.hasPasskey && { hasPasskey: true as const }),
        sessionExpiresAt: requireSession(request).expiresAt,
        ...(role && { role }),
        ...(onboarding && { onboarding }),
      }
      return buildSuccessBody({ _id: id, data })
    },
  })

  app.route({
    ...contract.signUp,
    handler: async (request, reply) => {
      refuseIfOff(deps, 'sign-ups', SIGN_UPS_OFF)
      await throttles.consume('sign-up-attempt-address', getAddressKey(request.ip))
      const counts = [
        ['sign-up-address', getAddressKey(request.ip)],
        ['sign-up-account', request.body.Email],
      ] as const
      const browserToken = await countSuccess(throttles, counts, () =>
        signUp(deps, request.body, getSignUpToken(request)),
      )
      setCookie(reply, app.cookieNames.signUp, browserToken, {
        maxAgeSeconds: SIGN_UP_HOURS * 3_600,
      })
      reply.code(201)
      const message = 'Account created. Please check your email for a verification code.'
      return buildSuccessBody({ message, email: request.body.Email })
    },
  })

  app.route({
    ...contract.verifyCode,
    handler: async (request, reply) => {
      await throttles.consume('code-try-address', getAddressKey(request.ip))
      await verifyByCode(deps, request.body, getSignUpToken(request))
      clearCookie(reply, app.cookieNames.signUp)
      return buildSuccessBody({ message: 'Email verified successfully! You can now log in.' })
    },
  })

  app.route({
    ...contract.resendVerification,
    handler: async (request) => {
      await throttles.consume('code-send-address', getAddressKey(request.ip))
      await resendVerification(deps, request.body.email, getSignUpToken(request))
      return buildSuccessBody({ message: 'New verification code sent successfully!' })
    },
  })

  app.route({
    ...contract.verifyEmail,
    handler: async (request) => {
      // A foreign page, and a browser that opens this URL itself, must not verify. Clients that send no such header may.
      if ((request.headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin') {
        throw new Refusal('invalid-input', 'Verification failed. Invalid or expired token.')
      }
      await throttles.consume('code-try-address', getAddressKey(request.ip))
      const { email, nextPath } = await verifyByLink(deps, request.params.token)
      return buildSuccessBody({
        message: 'Email verified successfully! You can now log in.',
        email,
        ...(nextPath !== null && { next: nextPath }),
      })
    },
  })

  app.route({
    ...contract.logIn,
    handler: async (request, reply) => {
      const { email } = request.body
      await throttles.consume('login-address', getAddressKey(request.ip))
      await throttles.consume('login-address-hour', getAddressKey(request.ip))
      const attempt = await passwordAttempts.count(request, email)
      const tokens = await signIn(deps, request, request.body)
      publishSignIn(deps.bus, request, tokens)
      await attempt.reset()
      setSessionCookies(app, reply, tokens)
      return buildSuccessBody({ message: 'Successfully logged in!' })
    },
  })

  app.route({
    ...contract.forgotPassword,
    handler: async (request) => {
      await throttles.consume('code-send-address', getAddressKey(request.ip))
      await requestPasswordReset(deps, request.body)
      return buildSuccessBody({ message: 'If an account uses this address, a link is on its way.' })
    },
  })

  app.route({
    ...contract.resetPassword,
    handler: async (request, reply) => {
      await throttles.consume('code-try-address', getAddressKey(request.ip))
      const { deviceToken, nextPath } = await resetPassword(deps, request, request.body)
      setDeviceCookie(app, reply, deviceToken)
      return buildSuccessBody({
        message: 'Password updated successfully',
        ...(nextPath !== null && { next: nextPath }),
      })
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
