import type { Passkey, Transport } from '@dolph/contract/accounts/passkeys'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import type { VerifiedPasskey } from './verify-credential.ts'

/** At most ten, oldest first. */
export async function selectPasskeys(db: Queryable, memberId: string): Promise<Passkey[]> {
  return selectWireFields(db).where('member_id', '=', memberId).orderBy('id').execute()
}

function selectWireFields(db: Queryable) {
  return db
    .selectFrom('passkeys')
    .select(['id as _id', 'name', 'is_backed_up as isBackedUp'])
    .select(['created_at as createdAt', 'last_used_at as lastUsedAt'])
}

/** What browsers need to recognize the passkeys of the member. */
export async function selectDescriptors(db: Queryable, memberId: string) {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id as credentialId', 'transports'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()
  return rows.map(({ credentialId, transports }) => ({
    id: credentialId.toString('base64url'),
    type: 'public-key' as const,
    transports,
  }))
}

export async function countPasskeys(tx: Queryable, memberId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return count
}

/** The user handle of the member, created on first use. It stays, so that an authenticator replaces its passkey for the account. */
export async function ensureHandle(db: Queryable, memberId: string): Promise<Buffer> {
  await db
    .insertInto('passkey_handles')
    .values({ member_id: memberId, handle: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { handle } = await db
    .selectFrom('passkey_handles')
    .select('handle')
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return handle
}

interface NewPasskey extends VerifiedPasskey {
  memberId: string
  transports: Transport[]
  name: string
}

/** Returns undefined if the passkey is in use already, by this member or another one. */
export async function insertPasskey(tx: Queryable, passkey: NewPasskey) {
  return tx
    .insertInto('passkeys')
    .values({
      credential_id: passkey.credentialId,
      member_id: passkey.memberId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports,
      is_backed_up: passkey.isBackedUp,
      name: passkey.name,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(['id as _id', 'name', 'is_backed_up as isBackedUp'])
    .returning(['created_at as createdAt', 'last_used_at as lastUsedAt'])
    .executeTakeFirst()
}

export async function updatePasskeyName(
  db: Queryable,
  { memberId, id, name }: { memberId: string; id: string; name: string },
): Promise<Passkey | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .returning(['id as _id', 'name', 'is_backed_up as isBackedUp'])
    .returning(['created_at as createdAt', 'last_used_at as lastUsedAt'])
    .executeTakeFirst()
}

/** False if the member has no such passkey. */
export async function deletePasskey(
  tx: Queryable,
  { memberId, id }: { memberId: string; id: string },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deletePasskeys(tx: Queryable, memberId: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('member_id', '=', memberId).execute()
}

/** The passkey with this id, and its member; undefined also if the account is deleted. */
export async function selectPasskeyByCredential(db: Queryable, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .innerJoin('accounts', 'accounts.member_id', 'passkeys.member_id')
    .innerJoin('passkey_handles', 'passkey_handles.member_id', 'passkeys.member_id')
    .select(['passkeys.id', 'passkeys.member_id as memberId', 'public_key as publicKey', 'handle'])
    .where('credential_id', '=', Buffer.from(credentialId, 'base64url'))
    .executeTakeFirst()
}

/**
 * Saves that the passkey was used. `refused`: its counter did not rise, so there may be a copy of it; authenticators without a
 * counter always send 0.
 */
export async function savePasskeyUse(
  tx: Queryable,
  id: string,
  { counter, isBackedUp }: { counter: number; isBackedUp: boolean },
): Promise<'saved' | 'refused' | 'removed'> {
  const passkey = await tx
    .selectFrom('passkeys')
    .select('counter')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!passkey) return 'removed'
  const isCounting = counter > 0 || passkey.counter > 0
  if (isCounting && counter <= passkey.counter) return 'refused'
  await tx
    .updateTable('passkeys')
    .set({ counter, is_backed_up: isBackedUp, last_used_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  return 'saved'
}
