import * as contract from '@dolph/contract/accounts/accounts'
import * as githubContract from '@dolph/contract/accounts/github'
import { finishGitHubSignUp, getGitHubSignUp } from '@dolph/contract/accounts/provider-sign-up'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { requireMember, requireSession } from '../../../platform/http/access.ts'
import { clearCookie, setCookie } from '../../../platform/http/cookies.ts'
import { buildSuccessBody } from '../../../platform/http/replies/success-body.ts'
import { listSecrets } from '../../../platform/crypto/secrets.ts'
import { completeGitHubSignUp, savePendingSignUp, selectPendingSignUp } from './github-sign-up.ts'
import {
  AUTHORIZATION_SECONDS,
  decryptAuthorization,
  encryptAuthorization,
  type GitHubAuthorization,
  GITHUB_PURPOSES,
  type GitHubPurpose,
} from './github-authorization.ts'
import { createGitHubClient, type GitHubUser, RefusedByPersonError } from './github-client.ts'
import { connectGitHub, disconnectGitHub, refreshConnection } from './github-connections.ts'
import { selectAccount, selectOwnAccount } from '../queries.ts'
import {
  answerFirstFactor,
  finishFirstFactor,
  SECOND_FACTOR_PATH,
} from '../sign-in/first-factor.ts'
import { setAuthSuccessCookie } from '../sign-in/sessions.ts'
import { addProviderSignUpRoutes } from '../sign-up/provider-sign-up-routes.ts'

const SIGN_UP_SECONDS = 1_800
const NOT_CONFIGURED = 'GITHUB_CLIENT_ID or GITHUB_CLIENT_SECRET is not set'
const publicAccess = { config: { access: 'public' as const } }

type FinishPurpose = (
  request: FastifyRequest,
  reply: FastifyReply,
  user: GitHubUser,
  authorization: GitHubAuthorization,
) => Promise<FastifyReply>

/** Signing in with GitHub: the redirect, the callback, for new members the choice of a username, and the connection of members. */
export const githubRoutes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const github = createGitHubClient(deps.config)
  /** This cookie holds the state of an authorization, and after the callback the token of a pending sign-up. */
  const { github: githubCookieName } = app.cookieNames

  app.get('/api/users/auth/github', publicAccess, async (request, reply) => {
    if (!github) {
      request.log.warn(
        `GitHub sign-in could not start; the browser is sent back: ${NOT_CONFIGURED}`,
      )
      return reply.redirect(GITHUB_PURPOSES['sign-in'].failurePath)
    }
    return reply.redirect(startAuthorization(github, reply, 'sign-in'))
  })

  app.get(
    '/api/users/auth/github/callback',
    { ...publicAccess, schema: { hide: true } },
    async (request, reply) => {
      const cookieValue = request.cookies[githubCookieName]
      const authorization = decryptAuthorization(listSecrets(deps.config), cookieValue)
      // Cleared whatever the result: one authorization is good for one callback.
      clearCookie(reply, githubCookieName)
      if (!github || !authorization) return reply.redirect('/login?error=github')
      const { failurePath, refusedPath } = GITHUB_PURPOSES[authorization.purpose]
      try {
        const user = await github.finishAuthorization(
          request.url.split('?')[1] ?? '',
          authorization,
        )
        return await finishPurposes[authorization.purpose](request, reply, user, authorization)
      } catch (error) {
        if (error instanceof RefusedByPersonError) return reply.redirect(refusedPath)
        request.log.warn(error, `GitHub ${authorization.purpose} failed; the browser is sent back`)
        return reply.redirect(failurePath)
      }
    },
  )

  const finishPurposes: Record<GitHubPurpose, FinishPurpose> = {
    'sign-in': signInWithGitHub,
    connect: finishConnection,
  }

  async function signInWithGitHub(request: FastifyRequest, reply: FastifyReply, user: GitHubUser) {
    const result = await deps.db.transaction().execute(async (tx) => {
      const memberId = await refreshConnection(tx, user)
      if (memberId === undefined) return undefined
      return finishFirstFactor(tx, request, { memberId, method: 'github' })
    })
    if (result) {
      if (!answerFirstFactor(app, deps, { request, reply }, result)) {
        return reply.redirect(SECOND_FACTOR_PATH)
      }
      setAuthSuccessCookie(app, reply)
      return reply.redirect('/login')
    }
    const { success, data: email } = z.safeParse(contract.Email, user.email)
    if (!success) return reply.redirect('/login?error=github-unverified')
    // A matching email is not enough to sign in: another person may have created the account with it.
    const owner = await selectAccount(deps.db, email)
    if (owner) return reply.redirect('/login?error=github-email')
    const token = await savePendingSignUp(deps.db, { ...user, email }, SIGN_UP_SECONDS)
    setCookie(reply, githubCookieName, token, { maxAgeSeconds: SIGN_UP_SECONDS })
    return reply.redirect('/choose-username?with=github')
  }

  /** Only in the session that gave proof for it: another one, of anybody at this browser, did not ask. */
  async function finishConnection(
    request: FastifyRequest,
    reply: FastifyReply,
    user: GitHubUser,
    { sessionId }: GitHubAuthorization,
  ) {
    if (!request.session) return reply.redirect('/login?next=/settings')
    if (request.session.id !== sessionId)
      throw new Error('Another session asked for the connection')
    return reply.redirect(`/settings?github=${await connectGitHub(deps, request, user)}`)
  }

  function startAuthorization(
    client: NonNullable<typeof github>,
    reply: FastifyReply,
    ...purpose: Parameters<typeof client.startAuthorization>
  ): string {
    const { url, authorization } = client.startAuthorization(...purpose)
    const cookieValue = encryptAuthorization(deps.config.SECRET, authorization)
    setCookie(reply, githubCookieName, cookieValue, { maxAgeSeconds: AUTHORIZATION_SECONDS })
    return url.href
  }

  app.route({
    ...githubContract.startGitHubConnection,
    handler: async (request, reply) => {
      const { githubLogin } = await selectOwnAccount(deps.db, requireMember(request).id)
      if (githubLogin !== null)
        throw new Refusal('conflict', 'A GitHub account is connected already. Disconnect it first.')
      if (!github) throw new Refusal('unavailable', 'GitHub is not set up here.')
      const url = startAuthorization(github, reply, 'connect', requireSession(request).id)
      return buildSuccessBody({ url })
    },
  })

  app.route({
    ...githubContract.disconnectGitHub,
    handler: async (request) => {
      await disconnectGitHub(deps, request)
      return buildSuccessBody({ message: 'GitHub disconnected' })
    },
  })

  addProviderSignUpRoutes(app, deps, {
    provider: 'GitHub',
    readSignUp: getGitHubSignUp,
    finishSignUp: finishGitHubSignUp,
    cookieName: githubCookieName,
    select: selectPendingSignUp,
    getNameToSuggest: ({ login }) => login,
    finish: completeGitHubSignUp,
  })
}
