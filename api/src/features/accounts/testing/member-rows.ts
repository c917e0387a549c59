import type { Database } from '../../../platform/db/database.ts'

const HASH = Buffer.alloc(32, 7)

/** A row that names the member in every table of the feature. */
export async function createMemberRows(db: Database, memberId: string): Promise<void> {
  const token = { token_hash: HASH, member_id: memberId }
  const expires_at = new Date(Date.now() + 60_000).toISOString()
  await db
    .insertInto('accounts')
    .values({ member_id: memberId, email: 'ada@example.com', google_sub: '7' })
    .execute()
  await db
    .insertInto('github_connections')
    .values({ member_id: memberId, github_id: 7, login: 'ada' })
    .execute()
  await db
    .insertInto('sessions')
    .values({ ...token, expires_at })
    .execute()
  await db
    .insertInto('links')
    .values({ ...token, purpose: 'reset-password', expires_at })
    .execute()
  await db.insertInto('flags').values({ name: 'planted', share: 0 }).execute()
  await db.insertInto('flag_members').values({ name: 'planted', member_id: memberId }).execute()
  await db.insertInto('known_devices').values(token).execute()
  await db.insertInto('onboardings').values({ member_id: memberId, goal: 'join' }).execute()
  await db
    .insertInto('totp')
    .values({ member_id: memberId, secret: HASH, key_id: HASH.subarray(0, 8) })
    .execute()
  await db.insertInto('recovery_codes').values({ member_id: memberId, digest: HASH }).execute()
  await db
    .insertInto('begun_sign_ins')
    .values({ ...token, method: 'password', expires_at })
    .execute()
  await db.insertInto('second_factor_resets').values({ member_id: memberId }).execute()
  await db
    .insertInto('codes')
    .values({ member_id: memberId, purpose: 'change-password', digest: HASH, expires_at })
    .execute()
  await db
    .insertInto('passkeys')
    .values({
      credential_id: HASH,
      member_id: memberId,
      public_key: HASH,
      counter: 0,
      is_backed_up: false,
      name: 'Phone',
    })
    .execute()
  await db.insertInto('passkey_handles').values({ member_id: memberId, handle: HASH }).execute()
  await db
    .insertInto('challenges')
    .values({ digest: HASH, purpose: 'proof', member_id: memberId, expires_at })
    .execute()
  await db
    .insertInto('account_events')
    .values({ member_id: memberId, kind: 'signed-in', device: 'Firefox', address_hash: HASH })
    .execute()
}
