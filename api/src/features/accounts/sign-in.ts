import type { Credentials } from '@dolph/contract/accounts'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { verifyPassword } from './passwords.ts'
import { lockUnchangedPassword, selectAccount } from './queries.ts'
import { createSession } from './sessions.ts'

/** The new session's token, for an address and its password. Why it was refused is not told, but for a right password. */
export async function signIn(
  deps: Deps,
  request: FastifyRequest,
  { email, password }: Credentials,
) {
  const account = await selectAccount(deps.db, email)
  const isRight = await verifyPassword(account?.passwordHash ?? null, password)
  if (!account || !isRight) throw new Refusal('invalid-input', 'Invalid email or password')
  if (account.verifiedAt === null) {
    throw new Refusal('email-not-verified', 'Please verify your email to log in.')
  }
  return deps.db.transaction().execute(async (tx) => {
    // A password that is being changed at this moment no longer opens anything.
    const isStill = await lockUnchangedPassword(tx, account.id, account.passwordHash)
    if (!isStill) throw new Refusal('invalid-input', 'Invalid email or password')
    return createSession(tx, request, account.id)
  })
}
