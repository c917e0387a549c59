import type { SignUpForm } from '@dolph/contract/accounts'
import pg from 'pg'
import type { Queryable } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { hashToken } from '../../secrets.ts'
import { issueCode, issueLink, redeemCode, selectLink } from './codes-and-links.ts'
import { isCommonPassword } from './common-passwords.ts'
import { alreadyRegisteredMail, verificationMail } from './mails.ts'
import { hashPassword } from './passwords.ts'
import { deleteUnverifiedMember, insertMember, markVerified, selectAccount } from './queries.ts'
import { refuseTakenUsername } from './usernames.ts'

const LINK_MINUTES = 24 * 60
const HOUR_MS = 3_600_000

/** Creates an unverified account. A taken email gets the same answer, and its owner a mail. */
export async function signUp(deps: Deps, form: SignUpForm): Promise<void> {
  refuseCommonPassword(form.Password, 'Password')
  // Hashed in any case: a taken email must not be answered faster than a free one.
  const passwordHash = await hashPassword(form.Password)
  const { Email: email, userName: username, firstName, lastName } = form
  try {
    await deps.db.transaction().execute(async (tx) => {
      await deleteUnverifiedMember(tx, email)
      await refuseTakenUsername(tx, deps.config.SECRET, username)
      const owner = await selectAccount(tx, email)
      if (owner) return notifyAccountOwner(tx, deps, owner)
      const id = await insertMember(tx, { username, firstName, lastName, email, passwordHash })
      await sendVerification(tx, deps, { id, email, firstName })
    })
  } catch (error) {
    // Of two concurrent sign-ups the unique index accepts one; the other is answered as for a taken username or email.
    if (!(error instanceof pg.DatabaseError) || error.code !== '23505') throw error
    if (error.constraint === 'members_username') {
      await refuseTakenUsername(deps.db, deps.config.SECRET, username)
    }
  }
}

/** Sends a new code and link, unless a send limit is reached or the email is unknown or verified; the caller cannot tell. */
export async function resendVerification(deps: Deps, email: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const account = await selectAccount(tx, email)
    if (account && account.verifiedAt === null) await sendVerification(tx, deps, account)
  })
}

export async function verifyByCode(deps: Deps, email: string, code: string): Promise<void> {
  const { db, config } = deps
  const account = await selectAccount(db, email)
  const isValid =
    account !== undefined &&
    account.verifiedAt === null &&
    (await redeemCode(db, config.SECRET, account.id, 'verify-email', code))
  if (!isValid) throw new Refusal('invalid-input', 'Invalid or expired verification code.')
  await markVerified(db, account.id)
}

/** Idempotent: opening the link again gets the same answer. */
export async function verifyByLink({ db }: Deps, token: string): Promise<void> {
  const link = await selectLink(db, token, 'verify-email')
  if (!link) throw new Refusal('invalid-input', 'Verification failed. Invalid or expired token.')
  await markVerified(db, link.memberId)
}

export function refuseCommonPassword(password: string, field: string): void {
  if (!isCommonPassword(password)) return
  const message = 'This password is among the first that anybody would try'
  throw new Refusal('invalid-input', message, { fields: { [field]: message } })
}

async function sendVerification(
  tx: Queryable,
  { config, mailer }: Deps,
  member: { id: string; email: string; firstName: string },
): Promise<void> {
  const code = await issueCode(tx, config.SECRET, member.id, 'verify-email')
  if (code === null) return
  const token = await issueLink(tx, member.id, 'verify-email', LINK_MINUTES)
  await enqueueMail(tx, mailer, {
    key: `verification ${hashToken(token).toString('hex')}`,
    to: member.email,
    template: verificationMail,
    data: { code, token },
  })
}

/** Sends at most one mail an hour, however often others sign up with this email. */
async function notifyAccountOwner(
  tx: Queryable,
  { mailer }: Deps,
  owner: { id: string; email: string; firstName: string },
): Promise<void> {
  await enqueueMail(tx, mailer, {
    key: `already-registered ${owner.id} ${Math.floor(Date.now() / HOUR_MS)}`,
    to: owner.email,
    template: alreadyRegisteredMail,
    data: { firstName: owner.firstName },
  })
}
