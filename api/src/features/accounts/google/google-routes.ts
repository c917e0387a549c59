import * as contract from '@dolph/contract/accounts/accounts'
import { finishGoogleSignUp, getGoogleSignUp } from '@dolph/contract/accounts/provider-sign-up'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import { clearCookie, setCookie } from '../../../platform/http/cookies.ts'
import { publishSessionChange } from '../../../platform/realtime/bus.ts'
import { listSecrets } from '../../../platform/crypto/secrets.ts'
import { completeGoogleSignUp, savePendingSignUp, selectPendingSignUp } from './google-sign-up.ts'
import {
  AUTHORIZATION_SECONDS,
  decryptAuthorization,
  encryptAuthorization,
  getFailurePath,
  getRefusedPath,
  type GoogleAuthorization,
  GOOGLE_PURPOSES,
  type GooglePurpose,
} from './google-authorization.ts'
import { assertReauthenticated, grantAccountDeletion } from './google-reauthentication.ts'
import { createGoogleClient, isRefusedByPerson, type GoogleClaims } from './google-client.ts'
import { saveProof } from '../sign-in/proof.ts'
import { selectAccount, selectGoogleAccount, selectOwnAccount } from '../queries.ts'
import {
  answerFirstFactor,
  finishFirstFactor,
  SECOND_FACTOR_PATH,
} from '../sign-in/first-factor.ts'
import { setAuthSuccessCookie } from '../sign-in/sessions.ts'
import { addProviderSignUpRoutes } from '../sign-up/provider-sign-up-routes.ts'

const SIGN_UP_SECONDS = 1_800
const publicAccess = { config: { access: 'public' as const } }

type FinishPurpose = (
  request: FastifyRequest,
  reply: FastifyReply,
  claims: GoogleClaims,
  authorization: GoogleAuthorization,
) => Promise<FastifyReply>

/** Signing in with Google: the redirect, the callback, and for new members the choice of a username. */
export const googleRoutes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const google = createGoogleClient(deps.config)
  /** This cookie holds the state of an authorization, and after the callback the token of a pending sign-up. */
  const { google: googleCookieName } = app.cookieNames

  const StartQuery = z.object({
    deleteAccount: z.literal('true').optional(),
    /** The page that asks for proof. */
    proofFor: z.enum(contract.PROOF_PAGES).optional(),
  })
  app.get(
    '/api/users/auth/google',
    { ...publicAccess, schema: { querystring: StartQuery } },
    async (request, reply) => {
      const { deleteAccount, proofFor: page } = request.query
      const purpose = deleteAccount ? 'delete-account' : page ? 'proof' : 'sign-in'
      const failurePath = getFailurePath({ purpose, page })
      const { isReauthentication } = GOOGLE_PURPOSES[purpose]
      if (isReauthentication && !(await canStartReauthentication(request))) {
        return reply.redirect(request.member ? failurePath : `/login?next=${page ?? '/settings'}`)
      }
      try {
        if (!google) throw new Error('GOOGLE_CLIENT_ID or GOOGLE_CLIENT_SECRET is not set')
        const { url, authorization } = await google.startAuthorization(purpose, page)
        const cookieValue = encryptAuthorization(deps.config.SECRET, authorization)
        setCookie(reply, googleCookieName, cookieValue, { maxAgeSeconds: AUTHORIZATION_SECONDS })
        return reply.redirect(url.href)
      } catch (error) {
        request.log.warn(error, `Google ${purpose} could not start; the browser is sent back`)
        return reply.redirect(failurePath)
      }
    },
  )

  app.get(
    '/api/users/auth/google/callback',
    { ...publicAccess, schema: { hide: true } },
    async (request, reply) => {
      const cookieValue = request.cookies[googleCookieName]
      const authorization = decryptAuthorization(listSecrets(deps.config), cookieValue)
      // Cleared whatever the result: one authorization is good for one callback.
      clearCookie(reply, googleCookieName)
      if (!google || !authorization) return reply.redirect('/login?error=google')
      try {
        const claims = await google.finishAuthorization(
          request.url.split('?')[1] ?? '',
          authorization,
        )
        return await finishPurposes[authorization.purpose](request, reply, claims, authorization)
      } catch (error) {
        if (isRefusedByPerson(error)) return reply.redirect(getRefusedPath(authorization))
        request.log.warn(error, `Google ${authorization.purpose} failed; the browser is sent back`)
        return reply.redirect(getFailurePath(authorization))
      }
    },
  )

  const finishPurposes: Record<GooglePurpose, FinishPurpose> = {
    'sign-in': signInWithGoogle,
    'delete-account': finishDeletionGrant,
    proof: finishProof,
  }

  async function signInWithGoogle(
    request: FastifyRequest,
    reply: FastifyReply,
    claims: GoogleClaims,
  ) {
    const account = await selectGoogleAccount(deps.db, claims.sub)
    if (account) {
      const result = await deps.db
        .transaction()
        .execute((tx) => finishFirstFactor(tx, request, { memberId: account.id, method: 'google' }))
      if (!answerFirstFactor(app, deps, { request, reply }, result)) {
        return reply.redirect(SECOND_FACTOR_PATH)
      }
      setAuthSuccessCookie(app, reply)
      return reply.redirect('/login')
    }
    const { success, data: email } = z.safeParse(contract.Email, claims.email)
    if (!success || claims.email_verified !== true) {
      return reply.redirect('/login?error=google-unverified')
    }
    // A matching email is not enough to sign in: another person may have created the account with it.
    const owner = await selectAccount(deps.db, email)
    if (owner) return reply.redirect('/login?error=google-email')
    const token = await savePendingSignUp(deps.db, { ...claims, email }, SIGN_UP_SECONDS)
    setCookie(reply, googleCookieName, token, { maxAgeSeconds: SIGN_UP_SECONDS })
    return reply.redirect('/choose-username')
  }

  async function finishDeletionGrant(
    request: FastifyRequest,
    reply: FastifyReply,
    claims: GoogleClaims,
  ) {
    const { member, session } = request
    if (!member || !session) return reply.redirect('/login')
    await assertReauthenticated(deps.db, member.id, claims)
    await grantAccountDeletion(deps.db, session.id)
    return reply.redirect('/settings?reauthenticated=1')
  }

  async function finishProof(
    request: FastifyRequest,
    reply: FastifyReply,
    claims: GoogleClaims,
    { page = '/settings' }: GoogleAuthorization,
  ) {
    if (!request.member) return reply.redirect(`/login?next=${page}`)
    await assertReauthenticated(deps.db, request.member.id, claims)
    await deps.db.transaction().execute((tx) => saveProof(tx, request, 'google'))
    publishSessionChange(deps.bus, request.member.id)
    return reply.redirect(`${page}?proof=given`)
  }

  /** Allowed only from our own page or the address bar, and only for an account that signs in with Google. */
  async function canStartReauthentication({ member, headers }: FastifyRequest): Promise<boolean> {
    const site = headers['sec-fetch-site'] ?? 'none'
    if (!member || (site !== 'same-origin' && site !== 'none')) return false
    return (await selectOwnAccount(deps.db, member.id)).googleSub !== null
  }

  addProviderSignUpRoutes(app, deps, {
    provider: 'Google',
    readSignUp: getGoogleSignUp,
    finishSignUp: finishGoogleSignUp,
    cookieName: googleCookieName,
    select: selectPendingSignUp,
    getNameToSuggest: ({ firstName, lastName }) => `${firstName}${lastName}`,
    finish: completeGoogleSignUp,
  })
}
