import type { SignInMethod } from '@dolph/contract/accounts/sign-in-method'
import { toOneLine } from '@dolph/contract/primitives'
import type { FastifyRequest } from 'fastify'
import pg from 'pg'
import { listSecrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { recordAccountEvent } from '../account-events.ts'
import { startOnboarding } from '../onboarding/onboardings.ts'
import { insertMember, type NewMember, selectAccount } from '../queries.ts'
import { createSession, type SessionTokens } from '../sign-in/sessions.ts'
import { deletePendingSignUps } from './pending-sign-ups.ts'
import { refuseTakenUsername } from './usernames.ts'

const NAME_MAX = 50

interface ProviderSignUp {
  method: SignInMethod
  member: NewMember
  /** Deletes the sign-up that waited, and saves what the account table does not hold. */
  complete: (tx: Queryable, memberId: string) => Promise<void>
}

/** Creates the member with the chosen username and signs this browser in. The provider has verified the email. */
export async function finishProviderSignUp(
  { db, config }: Deps,
  request: FastifyRequest,
  { method, member, complete }: ProviderSignUp,
): Promise<SessionTokens> {
  const signUp = db.transaction().execute(async (tx) => {
    // Sign-ups with this email that were not verified end, and free their usernames.
    await deletePendingSignUps(tx, member.email)
    await refuseTakenUsername(tx, listSecrets(config), member.username)
    if (await selectAccount(tx, member.email)) {
      throw new Refusal(
        'conflict',
        'An account with this email exists. Please log in with your password.',
      )
    }
    const id = await insertMember(tx, member)
    await startOnboarding(tx, id)
    await complete(tx, id)
    await recordAccountEvent(tx, request, { memberId: id, kind: 'signed-in', method })
    return createSession(tx, request, id)
  })
  return signUp.catch((error: unknown) => {
    // Two tabs or two people chose the same username at the same moment: the unique index accepts one.
    if (!(error instanceof pg.DatabaseError) || error.code !== '23505') throw error
    throw new Refusal('conflict', 'This username is already taken')
  })
}

export function normalizeName(name: string | undefined): string {
  return [
    ...toOneLine(name ?? '')
      .normalize('NFC')
      .replaceAll('\u0000', '')
      .trim(),
  ]
    .slice(0, NAME_MAX)
    .join('')
}
