import { randomInt } from 'node:crypto'
import { CODE_MINUTES } from '@dolph/contract/accounts/accounts'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import { enqueueMail } from '../../../platform/mail/outbox.ts'
import {
  computeHmac,
  deriveKey,
  hashToken,
  isEqualConstantTime,
  listSecrets,
} from '../../../platform/crypto/secrets.ts'
import {
  countCodeRequest,
  digestRequestKey,
  hasRecentCodeRequest,
  stampCodeRequest,
} from './code-requests.ts'
import { CODE_TRIES_MAX, createCodeRefusal, selectLink } from './codes-and-links.ts'
import { verificationMail } from '../mails.ts'
import {
  deletePendingSignUps,
  selectMailedCodes,
  selectSignUpById,
  selectSignUpByLink,
  selectSignUpOfBrowser,
  type PendingSignUp,
} from '../sign-up/pending-sign-ups.ts'
import { startOnboarding } from '../onboarding/onboardings.ts'
import { insertMember, selectAccount } from '../queries.ts'

const UNIQUE_VIOLATION = '23505'
/** No code has this digest. */
const NO_MAILED_CODE = { signUpId: '', digest: Buffer.alloc(32) }
export const resendVerificationJob = defineJob(
  'resend-verification',
  z.object({
    email: z.string(),
    signUpId: z.uuid().optional(),
    requestedAt: z.iso.datetime(),
  }),
)

/**
 * Requests a new code; a job sends it if the email has a sign-up and no account. A request that comes too early is refused.
 * The browser that signed up is counted by itself, so that requests of strangers do not make it wait.
 */
export async function resendVerification(
  { db, config }: Deps,
  email: string,
  browserToken: string | undefined,
): Promise<void> {
  const ownSignUp = await selectSignUpOfBrowser(db, email, browserToken)
  const emailKey = digestRequestKey(config.SECRET, 'verify-email', email)
  await db.transaction().execute(async (tx) => {
    if (ownSignUp) {
      await countCodeRequest(tx, digestRequestKey(config.SECRET, 'verify-email', ownSignUp.id))
      await stampCodeRequest(tx, emailKey)
    } else await countCodeRequest(tx, emailKey)
    const requestedAt = new Date().toISOString()
    await enqueueJob(tx, resendVerificationJob, { email, signUpId: ownSignUp?.id, requestedAt })
  })
}

/**
 * Mails a new code, which replaces the previous one, and the sign-up's link. Nothing is sent if a code was mailed after
 * `requestedAt`: a job that runs twice sends one mail.
 */
export async function sendVerification(
  tx: Queryable,
  { config, mailer }: Deps,
  { id, email, username, linkHash }: PendingSignUp,
  requestedAt: string | null = null,
): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const tokens = listSecrets(config).map((secret) => createLinkToken(secret, id))
  // The link of an earlier mail stays valid, also if the secret was changed since.
  const token =
    tokens.find((each) => linkHash?.equals(hashToken(each))) ?? createLinkToken(config.SECRET, id)
  const { numAffectedRows } = await sql`
    update pending_sign_ups set
      code_digest = ${digestCode(config.SECRET, id, code)},
      code_expires_at = now() + make_interval(mins => ${CODE_MINUTES}),
      link_hash = ${hashToken(token)},
      code_sent_at = now()
    where id = ${id} and (code_sent_at is null or ${requestedAt}::timestamptz is null
      or code_sent_at < ${requestedAt}::timestamptz)
  `.execute(tx)
  if (numAffectedRows === 0n) return
  // A new code comes with new tries.
  await tx
    .deleteFrom('verification_attempts')
    .where('key', 'in', [
      ...listAttemptKeys(listSecrets(config), email),
      ...listAttemptKeys(listSecrets(config), id),
    ])
    .execute()
  await enqueueMail(tx, mailer, {
    key: `verification ${digestCode(config.SECRET, id, code).toString('hex')}`,
    to: email,
    template: verificationMail,
    data: { code, token, userName: username },
  })
}

/**
 * Makes the member whose sign-up this code was mailed for. In the browser that signed up, only the code of its own sign-up
 * works: a stranger's sign-up with the same email cannot be verified there by mistake.
 */
export async function verifyByCode(
  deps: Deps,
  { email, code }: { email: string; code: string },
  browserToken: string | undefined,
): Promise<void> {
  const { db, config } = deps
  const ownSignUp = await selectSignUpOfBrowser(db, email, browserToken)
  // The browser that signed up has its own tries: guesses of strangers do not use up its code.
  const secrets = listSecrets(config)
  const tries = await countAttempt(db, listAttemptKeys(secrets, ownSignUp?.id ?? email))
  const mailedCodes = (await selectMailedCodes(db, email)).filter(
    ({ signUpId }) => ownSignUp === undefined || signUpId === ownSignUp.id,
  )
  // Without a sign-up the code is compared as well, so that the reply takes as long.
  const compared = mailedCodes.length > 0 ? mailedCodes : [NO_MAILED_CODE]
  const matches = compared.filter(({ signUpId, digest }) =>
    secrets.some((secret) => isEqualConstantTime(digest, digestCode(secret, signUpId, code))),
  )
  const [match] = matches
  // Two sign-ups with the same code by chance: neither is verified, as the code does not say which one is meant.
  const isValid = tries <= CODE_TRIES_MAX && matches.length === 1 && match !== undefined
  const signUp = isValid ? await selectSignUpById(db, match.signUpId) : undefined
  if (signUp && (await completeSignUp(db, signUp))) return
  const isSpent =
    tries >= CODE_TRIES_MAX || (ownSignUp && (await isCodeExpired(deps, ownSignUp.id)))
  throw createCodeRefusal(isSpent ? 'expired' : 'wrong')
}

/**
 * Decided by the requests for codes, which are counted for every email: that no code was mailed would tell that the email has
 * an account. Only the browser that signed up learns it, because to others it would tell which emails are signing up.
 */
async function isCodeExpired({ db, config }: Deps, signUpId: string): Promise<boolean> {
  const keys = listSecrets(config).map((secret) =>
    digestRequestKey(secret, 'verify-email', signUpId),
  )
  return !(await hasRecentCodeRequest(db, keys))
}

/** Idempotent: opening the link again gets the same answer, the address and where its sign-up wanted to go. */
export async function verifyByLink(
  { db }: Deps,
  token: string,
): Promise<{ email: string; nextPath: string | null }> {
  const signUp = await selectSignUpByLink(db, token)
  if (signUp && (await completeSignUp(db, signUp))) return signUp
  const link = await selectLink(db, token, 'verify-email')
  if (link) return link
  throw new Refusal('invalid-input', 'Verification failed. Invalid or expired token.')
}

/** Makes the member; false if the email has got an account meanwhile, or a concurrent call was first. */
export async function completeSignUp(db: Database, signUp: PendingSignUp): Promise<boolean> {
  const { id, email, linkHash, expiresAt, nextPath } = signUp
  try {
    return await db.transaction().execute(async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('pending_sign_ups')
        .where('id', '=', id)
        .executeTakeFirst()
      if (numDeletedRows === 0n || (await selectAccount(tx, email))) return false
      const memberId = await insertMember(tx, signUp)
      await startOnboarding(tx, memberId)
      await deletePendingSignUps(tx, email)
      if (linkHash) {
        const link = { token_hash: linkHash, member_id: memberId, expires_at: expiresAt }
        await tx
          .insertInto('links')
          .values({ ...link, purpose: 'verify-email', next_path: nextPath })
          .execute()
      }
      return true
    })
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== UNIQUE_VIOLATION) throw error
    if (error.constraint !== 'members_username') return false
    // A member who signed up with Google has taken the username since.
    throw new Refusal('conflict', 'This username is already taken. Please sign up again.')
  }
}

/**
 * Counts a try and commits it before the comparison: of any number of concurrent guesses, five are compared. While the secret is
 * being changed, it is counted under both keys, as processes that still have the other secret do.
 */
async function countAttempt(db: Queryable, keys: Buffer[]): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    insert into verification_attempts as attempts (key, tries, expires_at)
    select key, 1, now() + make_interval(mins => ${CODE_MINUTES}) from unnest(${keys}::bytea[]) as key order by key
    on conflict (key) do update set
      tries = case when attempts.expires_at < now() then 1 else attempts.tries + 1 end,
      expires_at = case when attempts.expires_at < now() then excluded.expires_at else attempts.expires_at end
    returning tries
  `.execute(db)
  return rows.length === 0 ? Infinity : Math.max(...rows.map(({ tries }) => tries))
}

/** The same for every mail of a sign-up, so that links in earlier mails stay valid. */
function createLinkToken(secret: string, signUpId: string): string {
  return computeHmac(deriveKey(secret, 'sign-up-links'), signUpId).toString('base64url')
}

function digestCode(secret: string, signUpId: string, code: string): Buffer {
  return computeHmac(deriveKey(secret, 'codes'), signUpId, 'verify-email', code)
}

function listAttemptKeys(secrets: readonly string[], subject: string): Buffer[] {
  return secrets.map((secret) => computeHmac(deriveKey(secret, 'verification-attempts'), subject))
}
