import type { AccountEventMethod } from '@dolph/contract/accounts/account-events'
import type { Proof } from '@dolph/contract/accounts/accounts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { requireMember, requireSession } from '../../../platform/http/access.ts'
import { recordAccountEvent, recordFailure } from '../account-events.ts'
import { verifyPassword } from '../passwords/passwords.ts'
import { lockUnchangedPassword, selectOwnAccount } from '../queries.ts'
import { requireProofCode } from './proof-code.ts'
import { refuseWithoutPassword } from './sign-in-methods.ts'

const PROOF_MINUTES = 10

/** Proves that the member, and not somebody at their browser, makes the calls of this session. */
export async function giveProof(deps: Deps, request: FastifyRequest, proof: Proof): Promise<void> {
  if ('password' in proof) return proveByPassword(deps, request, proof.password)
  return proveByCode(deps, request, proof.code)
}

async function proveByCode(deps: Deps, request: FastifyRequest, code: string): Promise<void> {
  await requireProofCode(deps, request, { purpose: 'proof', code })
  await deps.db.transaction().execute((tx) => saveProof(tx, request, 'code'))
}

async function proveByPassword(
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

/** The proof is part of the session: it ends with it, and no other session has it. */
export async function saveProof(
  tx: Queryable,
  request: FastifyRequest,
  method: AccountEventMethod,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ proved_until: sql`now() + make_interval(mins => ${PROOF_MINUTES})` })
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
