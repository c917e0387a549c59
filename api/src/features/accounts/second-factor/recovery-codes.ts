import { hash, randomBytes } from 'node:crypto'
import { RECOVERY_CODES_COUNT } from '@dolph/contract/accounts/second-factor'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import { encodeBase32 } from './totp-code.ts'

/** 80 bits: sixteen letters and digits. */
const CODE_BYTES = 10

/** Voids the codes that the member has, and returns new ones as they are shown. The database stores only their hashes. */
export async function replaceRecoveryCodes(tx: Queryable, memberId: string): Promise<string[]> {
  await tx.deleteFrom('recovery_codes').where('member_id', '=', memberId).execute()
  const codes = Array.from({ length: RECOVERY_CODES_COUNT }, () =>
    encodeBase32(randomBytes(CODE_BYTES)).toLowerCase(),
  )
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ member_id: memberId, digest: digestCode(memberId, code) })))
    .execute()
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'))
}

/** Uses up a code; false if the member has no such code, or a concurrent call has used it. */
export async function spendRecoveryCode(
  tx: Queryable,
  memberId: string,
  code: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: sql`now()` })
    .where('member_id', '=', memberId)
    .where('digest', '=', digestCode(memberId, code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countRecoveryCodes(db: Queryable, memberId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

function digestCode(memberId: string, code: string): Buffer {
  return hash('sha256', `${memberId} ${code}`, 'buffer')
}
