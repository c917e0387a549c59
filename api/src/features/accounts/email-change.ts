import pg from 'pg'
import type { Queryable } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { hashToken } from '../../secrets.ts'
import { deleteLinks, issueLink, consumeLink } from './codes-and-links.ts'
import {
  confirmEmailMail,
  emailChangeRequestedMail,
  emailChangedMail,
  emailTakenMail,
} from './email-change-mails.ts'
import { deleteUnverifiedMember, selectAccount, selectOwnAccount, updateEmail } from './queries.ts'

const LINK_MINUTES = 60
const HOUR_MS = 3_600_000
const UNIQUE_VIOLATION = '23505'

/**
 * Sends a confirmation link to the new email and a notice to the current one; the email changes on confirmation only.
 * Requesting the current email cancels a pending change. The caller must have locked the account.
 */
export async function requestEmailChange(
  tx: Queryable,
  { mailer }: Deps,
  memberId: string,
  email: string,
): Promise<void> {
  const { email: currentEmail, firstName, passwordHash } = await selectOwnAccount(tx, memberId)
  await deleteLinks(tx, memberId, 'change-email')
  if (email === currentEmail) return
  const token = await issueLink(tx, memberId, 'change-email', LINK_MINUTES, email)
  const changeKey = hashToken(token).toString('hex')
  const owner = await selectAccount(tx, email)
  if (owner && owner.verifiedAt !== null) {
    // The change looks pending like any other, but its token is never sent; the owner gets one mail an hour at most.
    await enqueueMail(tx, mailer, {
      key: `email-taken ${owner.id} ${Math.floor(Date.now() / HOUR_MS)}`,
      to: email,
      template: emailTakenMail,
      data: { firstName: owner.firstName },
    })
  } else {
    const key = `confirm-email ${changeKey}`
    await enqueueMail(tx, mailer, { key, to: email, template: confirmEmailMail, data: { token } })
  }
  await enqueueMail(tx, mailer, {
    key: `email-change-asked ${changeKey}`,
    to: currentEmail,
    template: emailChangeRequestedMail,
    data: { firstName, hint: maskEmail(email), hasPassword: passwordHash !== null },
  })
}

/** Sets the member's email to the one that the link was sent to, and returns it. */
export async function confirmEmail(
  { db, mailer }: Deps,
  memberId: string,
  token: string,
): Promise<string> {
  const change = db.transaction().execute(async (tx) => {
    const link = await consumeLink(tx, token, 'change-email')
    if (!link?.email || link.memberId !== memberId) throw invalidLink()
    const { email } = link
    const before = await selectOwnAccount(tx, memberId)
    // An unverified account with this email is deleted: its creator never proved that the email is theirs.
    await deleteUnverifiedMember(tx, email)
    await updateEmail(tx, memberId, email)
    await deleteLinks(tx, memberId, 'change-email')
    // Links and codes that were sent to the old mailbox become invalid.
    await deleteLinks(tx, memberId, 'reset-password')
    await tx.deleteFrom('codes').where('member_id', '=', memberId).execute()
    await enqueueMail(tx, mailer, {
      key: `email-changed ${hashToken(token).toString('hex')}`,
      to: before.email,
      template: emailChangedMail,
      data: { firstName: before.firstName, hint: maskEmail(email) },
    })
    return email
  })
  return change.catch((error: unknown) => {
    // Another member has confirmed the same email meanwhile.
    const isTaken = error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION
    throw isTaken ? invalidLink() : error
  })
}

function invalidLink(): Refusal {
  return new Refusal('invalid-input', 'This link is invalid or has expired.')
}

/** Shows enough to recognize one's own email, and no more. */
function maskEmail(email: string): string {
  return `${email.slice(0, 1)}***${email.slice(email.lastIndexOf('@'))}`
}
