import { randomInt } from 'node:crypto'
import { CODE_MINUTES } from '@dolph/contract/accounts/accounts'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import type { CodePurpose, LinkPurpose } from '../tables.ts'
import { Refusal } from '../../../platform/errors.ts'
import {
  computeHmac,
  hashToken,
  isEqualConstantTime,
  isToken,
  deriveKey,
  generateToken,
} from '../../../platform/crypto/secrets.ts'

export const CODE_TRIES_MAX = 5
/** Wrong codes per purpose since the last correct one; at this number, no more codes are accepted. */
const CODE_FAILURES_MAX = 100

/** Replaces the previous code with a new one. */
export async function issueCode(
  tx: Queryable,
  secret: string,
  memberId: string,
  purpose: CodePurpose,
) {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await sql`
    insert into codes (member_id, purpose, digest, expires_at)
    values (${memberId}, ${purpose}, ${digestCode(secret, memberId, purpose, code)},
      now() + make_interval(mins => ${CODE_MINUTES}))
    on conflict (member_id, purpose) do update set
      digest = excluded.digest, expires_at = excluded.expires_at, tries = 0
  `.execute(tx)
  return code
}

/**
 * Checks a code, which works once; `expired` if no further try can succeed without a new code. The try is counted and committed
 * before the comparison, so that at most five of any number of concurrent guesses are compared.
 */
export async function redeemCode(
  db: Queryable,
  secrets: readonly string[],
  { memberId, purpose, code }: { memberId: string; purpose: CodePurpose; code: string },
): Promise<'accepted' | 'wrong' | 'expired'> {
  const attempt = await db
    .updateTable('codes')
    .set((codes) => ({ tries: sql`tries + 1`, failures: sql`${codes.ref('failures')} + 1` }))
    .where('member_id', '=', memberId)
    .where('purpose', '=', purpose)
    .where('tries', '<', CODE_TRIES_MAX)
    .where('failures', '<', CODE_FAILURES_MAX)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['digest', 'tries'])
    .executeTakeFirst()
  if (!attempt) return 'expired'
  const isCorrect = secrets.some((secret) =>
    isEqualConstantTime(attempt.digest, digestCode(secret, memberId, purpose, code)),
  )
  if (!isCorrect) {
    return attempt.tries < CODE_TRIES_MAX ? 'wrong' : 'expired'
  }
  const { numDeletedRows } = await db
    .deleteFrom('codes')
    .where('member_id', '=', memberId)
    .where('purpose', '=', purpose)
    .where('digest', '=', attempt.digest)
    .executeTakeFirst()
  return numDeletedRows > 0n ? 'accepted' : 'expired'
}

/** The refusal of a code that was not accepted. */
export function createCodeRefusal(result: 'wrong' | 'expired', field?: string): Refusal {
  const [code, message] =
    result === 'expired'
      ? (['code-expired', 'This code no longer works. Please ask for a new one.'] as const)
      : (['invalid-input', 'Invalid or expired verification code.'] as const)
  return new Refusal(code, message, field === undefined ? {} : { fields: { [field]: message } })
}

function digestCode(secret: string, memberId: string, purpose: CodePurpose, code: string): Buffer {
  return computeHmac(deriveKey(secret, 'codes'), memberId, purpose, code)
}

/** Returns the token of a new link. The database stores only its hash, which cannot be used as a token. */
export async function issueLink(
  tx: Queryable,
  memberId: string,
  purpose: LinkPurpose,
  minutes: number,
  { email = null, nextPath = null }: { email?: string | null; nextPath?: string | null } = {},
) {
  const token = generateToken()
  await tx
    .insertInto('links')
    .values({
      token_hash: hashToken(token),
      member_id: memberId,
      purpose,
      email,
      next_path: nextPath,
      expires_at: sql`now() + make_interval(mins => ${minutes})`,
    })
    .execute()
  return token
}

/** Finds the member of a link that has not expired, and where it leads. */
export async function selectLink(db: Queryable, token: string, purpose: LinkPurpose) {
  if (!isToken(token)) return undefined
  return selectValidLink(db, token, purpose)
    .select(['accounts.email', 'links.next_path as nextPath'])
    .executeTakeFirst()
}

function selectValidLink(db: Queryable, token: string, purpose: LinkPurpose) {
  return db
    .selectFrom('links')
    .innerJoin('accounts', 'accounts.member_id', 'links.member_id')
    .select('links.member_id as memberId')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
}

/** Deletes a valid link and returns what it was for; of two concurrent calls with one token, one gets undefined. */
export async function consumeLink(tx: Queryable, token: string, purpose: LinkPurpose) {
  if (!isToken(token)) return undefined
  // The account is locked before its links, as everywhere: another order could deadlock with a concurrent call.
  const link = await selectValidLink(tx, token, purpose)
    .forNoKeyUpdate('accounts')
    .executeTakeFirst()
  if (!link) return undefined
  return (
    tx
      .deleteFrom('links')
      .where('token_hash', '=', hashToken(token))
      // A concurrent call may have used the link and kept it as used while this one waited for the account.
      .where('used_at', 'is', null)
      .returning([
        'member_id as memberId',
        'email',
        'expires_at as expiresAt',
        'next_path as nextPath',
      ])
      .executeTakeFirst()
  )
}

/** Keeps a consumed link until it expires: opening it again then shows that it has done its work. */
export async function keepUsedLink(
  tx: Queryable,
  token: string,
  purpose: LinkPurpose,
  link: NonNullable<Awaited<ReturnType<typeof consumeLink>>>,
): Promise<void> {
  const { memberId, email, expiresAt } = link
  const used = { member_id: memberId, email, expires_at: expiresAt, used_at: sql<string>`now()` }
  await tx
    .insertInto('links')
    .values({ token_hash: hashToken(token), purpose, ...used })
    .execute()
}

export async function selectUsedLink(tx: Queryable, token: string, purpose: LinkPurpose) {
  if (!isToken(token)) return undefined
  return tx
    .selectFrom('links')
    .select(['member_id as memberId', 'email'])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is not', null)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
}

/** The number of valid links of the member. */
export async function countLinks(tx: Queryable, memberId: string, purpose: LinkPurpose) {
  const { count } = await tx
    .selectFrom('links')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('member_id', '=', memberId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes the links that have not been used. */
export async function deleteLinks(tx: Queryable, memberId: string, purpose: LinkPurpose) {
  await tx
    .deleteFrom('links')
    .where('member_id', '=', memberId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}
