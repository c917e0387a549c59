import type { SignInMethod } from '@dolph/contract/accounts/sign-in-method'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { setCookie } from '../../../platform/http/cookies.ts'
import { recordAccountEvent } from '../account-events.ts'
import { lockAccountForShare } from '../queries.ts'
import { BEGUN_SIGN_IN_SECONDS, insertBegunSignIn } from '../second-factor/begun-sign-ins.ts'
import { hasTotp } from '../second-factor/totp.ts'
import { createSession, publishSignIn, setSessionCookies, type SessionTokens } from './sessions.ts'

/** The login page, asking for the second factor. */
export const SECOND_FACTOR_PATH = '/login?step=code'

/** What follows a right first factor: a session, or the question for the second factor. */
export type FirstFactorResult =
  | { isSignedIn: true; tokens: SessionTokens }
  | { isSignedIn: false; begunToken: string }

/**
 * Every sign-in goes through here once its first factor was right, whatever it is: no session without the second factor of an account
 * that has one. Only a passkey that verifies its user is both. The caller passes the result to `answerFirstFactor` after the commit.
 */
export async function finishFirstFactor(
  tx: Queryable,
  request: FastifyRequest,
  { memberId, method }: { memberId: string; method: SignInMethod },
): Promise<FirstFactorResult> {
  // The lock orders this and the switching on of a second factor, which ends the sessions that it finds.
  if (!(await lockAccountForShare(tx, memberId))) {
    throw new Refusal('not-signed-in', 'Please log in')
  }
  if (await hasTotp(tx, memberId)) {
    return { isSignedIn: false, begunToken: await insertBegunSignIn(tx, memberId, method) }
  }
  await recordAccountEvent(tx, request, { memberId, kind: 'signed-in', method })
  return { isSignedIn: true, tokens: await createSession(tx, request, memberId) }
}

/** Sets the cookies of the new session, or that of the begun sign-in. Returns whether the browser is signed in. */
export function answerFirstFactor(
  app: FastifyInstance,
  { bus }: Pick<Deps, 'bus'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  result: FirstFactorResult,
): boolean {
  if (!result.isSignedIn) {
    const options = { maxAgeSeconds: BEGUN_SIGN_IN_SECONDS }
    setCookie(reply, app.cookieNames.begunSignIn, result.begunToken, options)
    return false
  }
  publishSignIn(bus, request, result.tokens)
  setSessionCookies(app, reply, result.tokens)
  return true
}

export function createSecondFactorRefusal(): Refusal {
  return new Refusal('second-factor-needed', 'Enter the code from your authenticator app.')
}
