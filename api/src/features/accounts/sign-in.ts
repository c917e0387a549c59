import type { Credentials } from '@dolph/contract/accounts'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { verifyPassword } from './passwords.ts'
import { lockUnchangedPassword, selectAccount } from './queries.ts'
import { createSession } from './sessions.ts'

/** Returns the token of a new session. Only with the right password does a refusal say why (the email is unverified). */
export async function signIn(
  deps: Deps,
  request: FastifyRequest,
  { email, password }: Credentials,
) {
  const account = await selectAccount(deps.db, email)
  const isMatch = await verifyPassword(account?.passwordHash ?? null, password)
  if (!account || !isMatch) throw new Refusal('invalid-input', 'Invalid email or password')
  if (account.verifiedAt === null) {
    throw new Refusal('email-not-verified', 'Please verify your email to log in.')
  }
  return deps.db.transaction().execute(async (tx) => {
    // The password may have been changed since the check; the old one must not create a session.
    const isUnchanged = await lockUnchangedPassword(tx, account.id, account.passwordHash)
    if (!isUnchanged) throw new Refusal('invalid-input', 'Invalid email or password')
    return createSession(tx, request, account.id)
  })
}
