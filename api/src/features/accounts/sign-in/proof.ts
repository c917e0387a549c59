import type { AccountEventMethod } from '@dolph/contract/accounts/account-events'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { requireMember, requireSession } from '../../../platform/http/access.ts'
import { recordAccountEvent, recordFailure } from '../account-events.ts'
import { verifyPassword } from '../passwords/passwords.ts'
import { lockUnchangedPassword, selectOwnAccount } from '../queries.ts'
import { createWrongCodeRefusal, hasTotp, spendTotpCode } from '../second-factor/totp.ts'
import { markDevice } from './known-devices.ts'
import { requireProofCode } from './proof-code.ts'
import { refuseWithoutPassword } from './sign-in-methods.ts'

const PROOF_MINUTES = 10
export const PROVED_UNTIL = sql<string>`now() + make_interval(mins => ${PROOF_MINUTES})`

/** Proves it with the code that was mailed to a member who has neither a password nor Google. */
export async function proveByEmailedCode(
  deps: Deps,
  request: FastifyRequest,
  code: string,
): Promise<void> {
  await requireProofCode(deps, request, { purpose: 'proof', code })
  await deps.db.transaction().execute((tx) => saveProof(tx, request, 'code'))
}

export async function proveByPassword(
  { db }: Deps,
  request: FastifyRequest,
  password: string,
): Promise<void> {
  const { id } = requireMember(request)
  const account = await selectOwnAccount(db, id)
  refuseWithoutPassword(account)
  const { passwordHash } = account
  if (!(await verifyPassword(passwordHash, password))) {
    await recordFailure(db, request, { memberId: id, kind: 'proof-failed' })
    throw createIncorrectPasswordRefusal()
  }
  await db.transaction().execute(async (tx) => {
    // The password may have been changed since the check; the old one must prove nothing.
    const isUnchanged = await lockUnchangedPassword(tx, id, passwordHash)
    if (!isUnchanged) throw createIncorrectPasswordRefusal()
    await saveProof(tx, request, 'password')
  })
}

/** Proves it with a code of the member's authenticator app, which is a second factor for this session too. */
export async function proveByAppCode(
  { db, config }: Deps,
  request: FastifyRequest,
  code: string,
): Promise<void> {
  const { id: memberId } = requireMember(request)
  if (!(await hasTotp(db, memberId))) {
    throw new Refusal('forbidden', 'This account has no authenticator app')
  }
  const result = await db.transaction().execute(async (tx) => {
    const spent = await spendTotpCode(tx, { config, log: request.log }, { memberId, code })
    if (spent !== 'accepted') return spent
    await saveProof(tx, request, 'authenticator')
    await saveSecondFactor(tx, request)
    return spent
  })
  if (result === 'accepted') return
  if (result === 'wrong') await recordFailure(db, request, { memberId, kind: 'proof-failed' })
  throw createWrongCodeRefusal(result, 'appCode')
}

/** The member has given a second factor in this session. */
export async function saveSecondFactor(tx: Queryable, request: FastifyRequest): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ second_factor_at: sql`now()` })
    .where('id', '=', requireSession(request).id)
    .execute()
  await markDevice(tx, request, requireMember(request).id)
}

/** The proof is part of the session: it ends with it, and no other session has it. */
export async function saveProof(
  tx: Queryable,
  request: FastifyRequest,
  method: AccountEventMethod,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ proved_until: PROVED_UNTIL })
    .where('id', '=', requireSession(request).id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('not-signed-in', 'Please log in')
  const memberId = requireMember(request).id
  await recordAccountEvent(tx, request, { memberId, kind: 'proof-given', method })
}

function createIncorrectPasswordRefusal(): Refusal {
  const message = 'Incorrect password'
  return new Refusal('invalid-input', message, { fields: { password: message } })
}
