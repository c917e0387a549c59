import type * as contract from '@dolph/contract/accounts/provider-sign-up'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { listSecrets } from '../../../platform/crypto/secrets.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { refuseIfOff, SIGN_UPS_OFF } from '../../../platform/flags/flags.ts'
import { clearCookie } from '../../../platform/http/cookies.ts'
import { buildSuccessBody } from '../../../platform/http/replies/success-body.ts'
import { publishSignIn, setSessionCookies, type SessionTokens } from '../sign-in/sessions.ts'
import { suggestUsername } from './usernames.ts'

interface ProviderSignUps<PendingSignUp> {
  /** As people know it. */
  provider: string
  readSignUp: typeof contract.getGoogleSignUp
  finishSignUp: typeof contract.finishGoogleSignUp
  /** The cookie with the token of the sign-up. */
  cookieName: string
  select: (db: Database, token: string | undefined) => Promise<PendingSignUp | undefined>
  /** What the suggested username is made of. */
  getNameToSuggest: (signUp: PendingSignUp) => string
  finish: (
    deps: Deps,
    request: FastifyRequest,
    signUp: PendingSignUp,
    username: string,
  ) => Promise<SessionTokens>
}

/** The choice of a username by a new member of Google or GitHub. */
export function addProviderSignUpRoutes<
  PendingSignUp extends { email: string; firstName: string; lastName: string },
>(
  app: FastifyInstance,
  deps: Deps,
  {
    provider,
    readSignUp,
    finishSignUp,
    cookieName,
    select,
    getNameToSuggest,
    finish,
  }: ProviderSignUps<PendingSignUp>,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()

  async function requireSignUp(request: FastifyRequest): Promise<PendingSignUp> {
    const signUp = await select(deps.db, request.cookies[cookieName])
    if (!signUp) throw new Refusal('not-found', `Please sign in with ${provider} again`)
    return signUp
  }

  routes.route({
    ...readSignUp,
    handler: async (request) => {
      const signUp = await requireSignUp(request)
      const { email, firstName, lastName } = signUp
      const secrets = listSecrets(deps.config)
      const userName = await suggestUsername(deps.db, secrets, getNameToSuggest(signUp))
      return buildSuccessBody({ data: { email, firstName, lastName, userName } })
    },
  })

  routes.route({
    ...finishSignUp,
    handler: async (request, reply) => {
      refuseIfOff(deps, 'sign-ups', SIGN_UPS_OFF)
      const signUp = await requireSignUp(request)
      const tokens = await finish(deps, request, signUp, request.body.userName)
      publishSignIn(deps.bus, request, tokens)
      clearCookie(reply, cookieName)
      setSessionCookies(app, reply, tokens)
      reply.code(201)
      return buildSuccessBody({ message: 'Successfully logged in!' })
    },
  })
}
