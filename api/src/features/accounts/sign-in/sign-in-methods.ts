import type { Queryable } from '../../../platform/db/database.ts'

/** Whether the member can still sign in. Asked after a method was removed, in the same transaction, with the account locked. */
export async function hasSignInMethod(tx: Queryable, memberId: string): Promise<boolean> {
  if (await hasOtherMethodThanPasskeys(tx, memberId)) return true
  const passkey = await tx
    .selectFrom('passkeys')
    .select('id')
    .where('member_id', '=', memberId)
    .limit(1)
    .executeTakeFirst()
  return passkey !== undefined
}

export async function hasOtherMethodThanPasskeys(
  tx: Queryable,
  memberId: string,
): Promise<boolean> {
  const account = await tx
    .selectFrom('accounts')
    .select(['password_hash as passwordHash', 'google_sub as googleSub'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return account !== undefined && (account.passwordHash !== null || account.googleSub !== null)
}
