import type { Credentials } from '@dolph/contract/accounts/accounts'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { recordFailedSignIn } from '../account-events.ts'
import { verifyPassword } from '../passwords/passwords.ts'
import { lockUnchangedPassword, selectAccount } from '../queries.ts'
import { selectNewestSignUp, selectSignUpOfBrowser } from '../sign-up/pending-sign-ups.ts'
import { finishFirstFactor, type FirstFactorResult } from './first-factor.ts'

/**
 * Signs this browser in, or asks for the second factor. Only with the right password, also that of a pending sign-up, does a refusal
 * say why (the email is unverified). Every refusal takes two comparisons, whether or not the email has an account or a sign-up, and
 * none looks for a second factor.
 */
export async function signIn(
  { db }: Deps,
  request: FastifyRequest,
  { email, password }: Credentials,
): Promise<FirstFactorResult> {
  const account = await selectAccount(db, email)
  const browserToken = request.cookies[request.server.cookieNames.signUp]
  const signUp =
    (await selectSignUpOfBrowser(db, email, browserToken)) ?? (await selectNewestSignUp(db, email))
  const isMatch = await verifyPassword(account?.passwordHash ?? null, password)
  if (account && isMatch) {
    return db.transaction().execute(async (tx) => {
      // The password may have been changed since the check; the old one must not create a session.
      const isUnchanged = await lockUnchangedPassword(tx, account.id, account.passwordHash)
      if (!isUnchanged) throw createWrongPasswordRefusal()
      return finishFirstFactor(tx, request, { memberId: account.id, method: 'password' })
    })
  }
  if (await verifyPassword(signUp?.passwordHash ?? null, password)) {
    throw new Refusal('email-not-verified', 'Please verify your email to log in.')
  }
  if (account) recordFailedSignIn(db, request, account.id)
  throw createWrongPasswordRefusal()
}

function createWrongPasswordRefusal(): Refusal {
  return new Refusal('invalid-input', 'Invalid email or password')
}
