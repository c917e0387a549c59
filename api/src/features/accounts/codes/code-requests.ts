import { CODE_MINUTES, CODE_RESEND_COOLDOWN_SECONDS } from '@dolph/contract/accounts/accounts'
import { formatWait } from '@dolph/contract/format-wait'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/errors.ts'
import type { CodePurpose } from '../tables.ts'
import { computeHmac, deriveKey } from '../../../platform/crypto/secrets.ts'

const PER_HOUR = 5
const PER_DAY = 10

/** Counts a request for a code; refuses it if the limits allow none now. Must be called in a transaction. */
export async function countCodeRequest(tx: Queryable, key: Buffer): Promise<void> {
  const seconds = await tryCountCodeRequest(tx, key)
  if (seconds === 0) return
  const message = `Please wait ${formatWait(seconds)} before asking for another code.`
  throw new Refusal('too-many-requests', message, { retryAfterSeconds: seconds })
}

/** Counts a request for a code and returns 0, or returns the seconds until one is allowed. */
export async function tryCountCodeRequest(tx: Queryable, key: Buffer): Promise<number> {
  // The row is written before it is read: its lock lets concurrent requests for one key in one by one.
  const { rows } = await sql<{ seconds: number }>`
    with request as (
      insert into code_requests (key, expires_at) values (${key}, now() + interval '1 day')
      on conflict (key) do update set expires_at = excluded.expires_at
      returning requested_at as at, cardinality(requested_at) as count)
    select ceil(extract(epoch from greatest(
      at[count] + make_interval(secs => ${CODE_RESEND_COOLDOWN_SECONDS}),
      at[count + 1 - ${PER_HOUR}] + interval '1 hour',
      at[count + 1 - ${PER_DAY}] + interval '1 day') - clock_timestamp()))::integer as seconds
    from request
  `.execute(tx)
  const seconds = Math.max(0, rows[0]?.seconds ?? 0)
  if (seconds === 0) await stampCodeRequest(tx, key)
  return seconds
}

/** Counts a code that is sent in any case. */
export async function stampCodeRequest(tx: Queryable, key: Buffer): Promise<void> {
  await sql`
    insert into code_requests as requests (key, requested_at, expires_at)
    values (${key}, array[clock_timestamp()], now() + interval '1 day')
    on conflict (key) do update set
      requested_at = requests.requested_at[cardinality(requests.requested_at) + 2 - ${PER_DAY}:]
        || clock_timestamp(),
      expires_at = excluded.expires_at
  `.execute(tx)
}

/** Whether a code was requested so recently that it can still be valid. */
export async function hasRecentCodeRequest(db: Queryable, keys: Buffer[]): Promise<boolean> {
  const { rows } = await sql`
    select from code_requests where key = any (${keys})
      and requested_at[cardinality(requested_at)] > now() - make_interval(mins => ${CODE_MINUTES})
  `.execute(db)
  return rows.length > 0
}

/** The key of what a code is for. The table must not contain emails. */
export function digestRequestKey(
  secret: string,
  purpose: 'verify-email' | CodePurpose,
  subject: string,
): Buffer {
  return computeHmac(deriveKey(secret, 'code-requests'), purpose, subject)
}
