import { parseNextPath } from '@dolph/contract/accounts/next-path'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import { enqueueMail } from '../../../platform/mail/outbox.ts'
import { hashToken } from '../../../platform/crypto/secrets.ts'
import { recordAccountEvent } from '../account-events.ts'
import { digestRequestKey, tryCountCodeRequest } from '../codes/code-requests.ts'
import { consumeLink, countLinks, deleteLinks, issueLink } from '../codes/codes-and-links.ts'
import { deleteDevices, rememberDevice } from '../sign-in/known-devices.ts'
import {
  githubAccountMail,
  googleAccountMail,
  passwordChangedMail,
  passwordResetMail,
  passwordResetPath,
} from '../mails.ts'
import { hashPassword } from './passwords.ts'
import { selectNewestSignUp } from '../sign-up/pending-sign-ups.ts'
import { lockAccount, selectAccount, selectOwnAccount, updatePasswordHash } from '../queries.ts'
import { passkeyAccountMail } from '../passkeys/passkey-mails.ts'
import { deleteSessions, publishSessionsChanged } from '../sign-in/sessions.ts'
import type { Credentials } from '../sign-in/sign-in-methods.ts'
import { refuseCommonPassword } from '../sign-up/sign-up.ts'
import { sendVerification } from '../codes/verification.ts'

const LINK_MINUTES = 60
const HOUR_MS = 3_600_000
export const sendResetLinkJob = defineJob(
  'send-reset-link',
  z.object({ email: z.string(), nextPath: z.string().nullable() }),
)
/** Links that are valid at once. A stranger who requests more changes nothing: the owner has these in the mailbox. */
const LINKS_MAX = 5

/** Requests a reset link; a job sends it if the email has an account. The caller cannot tell whether it has. */
export async function requestPasswordReset(
  { db }: Deps,
  { email, next }: { email: string; next?: string | undefined },
): Promise<void> {
  await enqueueJob(db, sendResetLinkJob, { email, nextPath: parseNextPath(next) })
}

/** Sends a reset link, or another way in if there is no password to reset. Returns false if a limit of such mails is reached. */
export async function sendPasswordResetLink(
  deps: Deps,
  { email, nextPath }: { email: string; nextPath: string | null },
): Promise<boolean> {
  const { db, config, mailer } = deps
  return db.transaction().execute(async (tx) => {
    const account = await selectAccount(tx, email)
    if (!account) {
      const signUp = await selectNewestSignUp(tx, email)
      const key = digestRequestKey(config.SECRET, 'verify-email', email)
      if (!signUp || (await tryCountCodeRequest(tx, key)) > 0) return false
      await sendVerification(tx, deps, signUp)
      return true
    }
    const { id, firstName } = account
    if (account.passwordHash === null) {
      const hour = Math.floor(Date.now() / HOUR_MS)
      const mail = {
        key: `google-password-reset ${id} ${hour}`,
        to: email,
        template: selectMailWithoutPassword(account),
      }
      await enqueueMail(tx, mailer, { ...mail, data: { firstName } })
      return true
    }
    const token = await issueResetToken(tx, { memberId: id, email }, nextPath)
    if (token === undefined) return false
    await enqueueMail(tx, mailer, {
      key: `password-reset ${hashToken(token).toString('hex')}`,
      to: email,
      template: passwordResetMail,
      data: { firstName, token },
    })
    return true
  })
}

/** The mail that says how a member without a password logs in. */
function selectMailWithoutPassword({
  googleSub,
  githubLogin,
}: Pick<Credentials, 'googleSub' | 'githubLogin'>) {
  if (googleSub !== null) return googleAccountMail
  return githubLogin === null ? passkeyAccountMail : githubAccountMail
}

/** The link itself, for an operator who cannot send mails. Undefined if there is no password to reset, or too many links are valid. */
export async function issuePasswordLink(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  memberId: string,
): Promise<string | undefined> {
  return db.transaction().execute(async (tx) => {
    const { passwordHash, email } = await selectOwnAccount(tx, memberId)
    const token =
      passwordHash === null ? undefined : await issueResetToken(tx, { memberId, email }, null)
    return token === undefined ? undefined : config.APP_ORIGIN + passwordResetPath(token)
  })
}

async function issueResetToken(
  tx: Queryable,
  { memberId, email }: { memberId: string; email: string },
  nextPath: string | null,
): Promise<string | undefined> {
  await lockAccount(tx, memberId)
  // Asked again under the lock: a change of the email voids the links of the mailbox before, and must not be followed by another one.
  if ((await selectAccount(tx, email))?.id !== memberId) return undefined
  if ((await countLinks(tx, memberId, 'reset-password')) >= LINKS_MAX) return undefined
  return issueLink(tx, memberId, 'reset-password', LINK_MINUTES, { nextPath })
}

/**
 * Sets a new password for the member of the link and ends all their sessions; it starts no new one. Returns the path that the
 * owner wanted to open, and the token of this device: with it the owner can sign in here even while strangers' attempts make all
 * other devices wait.
 */
export async function resetPassword(
  { db, bus, mailer }: Deps,
  request: FastifyRequest,
  { token, password }: { token: string; password: string },
): Promise<{ deviceToken: string; nextPath: string | null }> {
  refuseCommonPassword(password, 'password')
  const passwordHash = await hashPassword(password)
  const { memberId, ...result } = await db.transaction().execute(async (tx) => {
    const link = await consumeLink(tx, token, 'reset-password')
    if (!link) throw new Refusal('invalid-input', 'This link is invalid or has expired.')
    const { memberId: id, nextPath } = link
    await updatePasswordHash(tx, id, passwordHash)
    await deleteLinks(tx, id, 'reset-password')
    // An intruder may have requested an email change, which must not survive their session.
    await deleteLinks(tx, id, 'change-email')
    await tx.deleteFrom('codes').where('member_id', '=', id).execute()
    await deleteSessions(tx, id)
    await deleteDevices(tx, id)
    await recordAccountEvent(tx, request, { memberId: id, kind: 'password-reset' })
    const { email, firstName } = await selectOwnAccount(tx, id)
    await enqueueMail(tx, mailer, {
      key: `password-changed ${hashToken(token).toString('hex')}`,
      to: email,
      template: passwordChangedMail,
      data: { firstName },
    })
    return { memberId: id, nextPath, deviceToken: await rememberDevice(tx, request, id) }
  })
  publishSessionsChanged(bus, memberId)
  return result
}
