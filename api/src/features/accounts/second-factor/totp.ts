import type { SecondFactor } from '@dolph/contract/accounts/second-factor'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Config } from '../../../platform/config/config.ts'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/errors.ts'
import { countRecoveryCodes } from './recovery-codes.ts'
import { openTotpSecret, sealTotpSecret } from './sealed-secret.ts'
import { findTotpSteps } from './totp-code.ts'

const UNCONFIRMED_HOURS = 24

export async function selectSecondFactor(db: Queryable, memberId: string): Promise<SecondFactor> {
  const row = await db
    .selectFrom('totp')
    .select('confirmed_at as onSince')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!row?.onSince) return { onSince: null, recoveryCodesLeft: 0 }
  return { onSince: row.onSince, recoveryCodesLeft: await countRecoveryCodes(db, memberId) }
}

/** Whether the member must give a second factor to sign in. */
export async function hasTotp(db: Queryable, memberId: string): Promise<boolean> {
  return (await selectSecondFactor(db, memberId)).onSince !== null
}

/** Stores a secret that is not asked for yet, in place of one that was never confirmed. The account must be locked. */
export async function insertTotp(
  tx: Queryable,
  secret: string,
  { memberId, totpSecret }: { memberId: string; totpSecret: string },
): Promise<void> {
  if (await hasTotp(tx, memberId)) throw createOnAlreadyRefusal()
  await deleteTotp(tx, memberId)
  await tx
    .insertInto('totp')
    .values({ member_id: memberId, ...sealTotpSecret(secret, memberId, totpSecret) })
    .execute()
}

type CodeResult = 'accepted' | 'wrong' | 'used'

/** Checks a code against the secret of the member, confirmed or not, and uses it up: of concurrent calls with one code, one is accepted. */
export async function spendTotpCode(
  tx: Queryable,
  { config, log }: { config: Config; log: Pick<FastifyBaseLogger, 'error'> },
  { memberId, code }: { memberId: string; code: string },
): Promise<CodeResult> {
  const row = await tx
    .selectFrom('totp')
    .select('secret')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!row) return 'wrong'
  let totpSecret: string
  try {
    totpSecret = openTotpSecret(config, memberId, row.secret)
  } catch (error) {
    log.error(error, 'the secret of an authenticator app cannot be decrypted: was SECRET replaced?')
    return 'wrong'
  }
  const steps = findTotpSteps(totpSecret, code, Date.now())
  for (const step of steps) {
    const { numUpdatedRows } = await tx
      .updateTable('totp')
      .set({ last_step: step })
      .where('member_id', '=', memberId)
      .where('last_step', '<', step)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return 'accepted'
  }
  return steps.length > 0 ? 'used' : 'wrong'
}

/** From now on the app is asked for; false if there is nothing to confirm. */
export async function confirmSecret(tx: Queryable, memberId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('totp')
    .set({ confirmed_at: sql`now()` })
    .where('member_id', '=', memberId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes secret and recovery codes; false if there is no confirmed secret. Sessions lose what the factor allowed. */
export async function deleteTotp(tx: Queryable, memberId: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('totp')
    .where('member_id', '=', memberId)
    .returning('confirmed_at')
    .executeTakeFirst()
  if (!deleted?.confirmed_at) return false
  await clearSecondFactor(tx, memberId)
  return true
}

/** Sessions lose what a second factor allowed that the account no longer has. */
export async function clearSecondFactor(tx: Queryable, memberId: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ second_factor_at: null })
    .where('member_id', '=', memberId)
    .execute()
}

export async function deleteUnconfirmedTotp(db: Database): Promise<void> {
  await db
    .deleteFrom('totp')
    .where('confirmed_at', 'is', null)
    .where('started_at', '<', sql<string>`now() - make_interval(hours => ${UNCONFIRMED_HOURS})`)
    .execute()
}

export function createOnAlreadyRefusal(): Refusal {
  return new Refusal('conflict', 'Your authenticator app is set up already')
}

/** The refusal of a code that was not accepted. */
export function createWrongCodeRefusal(result: 'wrong' | 'used', field: string): Refusal {
  const message =
    result === 'used'
      ? 'This code was used already. Wait for the next one.'
      : field === 'recoveryCode'
        ? 'This recovery code is wrong, or was used already.'
        : 'This code is wrong. Check the clock of your phone and try the next one.'
  return new Refusal('invalid-input', message, { fields: { [field]: message } })
}
