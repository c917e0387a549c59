import type { FastifyRequest } from 'fastify'
import pg from 'pg'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { requireMember, requireProof } from '../../../platform/http/access.ts'
import { enqueueMail } from '../../../platform/mail/outbox.ts'
import { hashToken } from '../../../platform/crypto/secrets.ts'
import { recordAccountEvent } from '../account-events.ts'
import {
  deleteLinks,
  issueLink,
  consumeLink,
  keepUsedLink,
  selectUsedLink,
} from '../codes/codes-and-links.ts'
import {
  confirmEmailMail,
  emailChangeRequestedMail,
  emailChangedMail,
  emailTakenMail,
} from './email-change-mails.ts'
import { deletePendingSignUps } from '../sign-up/pending-sign-ups.ts'
import { selectAccount, selectOwnAccount, updateEmail } from '../queries.ts'
import { requireOpenSession } from '../sign-in/sessions.ts'

const LINK_MINUTES = 60
export const UNDO_LINK_MINUTES = 7 * 24 * 60
const HOUR_MS = 3_600_000
export const UNIQUE_VIOLATION = '23505'

/**
 * Sends a confirmation link to the new email and a notice to the current one; the email changes on confirmation only.
 * Requesting the current email cancels a pending change and needs no proof. The caller must have locked the account.
 */
export async function requestEmailChange(
  tx: Queryable,
  { mailer }: Deps,
  request: FastifyRequest,
  email: string,
): Promise<void> {
  const { id: memberId } = requireMember(request)
  const { email: currentEmail, firstName, passwordHash } = await selectOwnAccount(tx, memberId)
  await deleteLinks(tx, memberId, 'change-email')
  if (email === currentEmail) return
  requireProof(request)
  await requireOpenSession(tx, request)
  await recordAccountEvent(tx, request, { memberId, kind: 'email-change-requested' })
  const token = await issueLink(tx, memberId, 'change-email', LINK_MINUTES, { email })
  const changeKey = hashToken(token).toString('hex')
  const owner = await selectAccount(tx, email)
  if (owner) {
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

/**
 * Sets the member's email to the one that the link was sent to, and returns it. The old email gets a link that undoes
 * the change for seven days. Idempotent while the link lives and the email stays: opening it again gets the same answer.
 */
export async function confirmEmail(
  { db, mailer }: Deps,
  request: FastifyRequest,
  token: string,
): Promise<string> {
  const { id: memberId } = requireMember(request)
  const change = db.transaction().execute(async (tx) => {
    const link = await consumeLink(tx, token, 'change-email')
    await requireOpenSession(tx, request)
    const before = await selectOwnAccount(tx, memberId)
    if (!link) {
      const used = await selectUsedLink(tx, token, 'change-email')
      if (used?.memberId === memberId && used.email === before.email) return before.email
    }
    if (!link?.email || link.memberId !== memberId) throw createInvalidLinkRefusal()
    const { email } = link
    // Sign-ups with this email that were not verified end: this member has verified it.
    await deletePendingSignUps(tx, email)
    await updateEmail(tx, memberId, email)
    await deleteLinks(tx, memberId, 'change-email')
    await keepUsedLink(tx, token, 'change-email', link)
    // Links and codes that were sent to the old mailbox become invalid.
    await deleteLinks(tx, memberId, 'reset-password')
    await deleteLinks(tx, memberId, 'verify-email')
    await tx.deleteFrom('codes').where('member_id', '=', memberId).execute()
    await recordAccountEvent(tx, request, { memberId, kind: 'email-changed' })
    const undoToken = await issueLink(tx, memberId, 'undo-email-change', UNDO_LINK_MINUTES, {
      email: before.email,
    })
    await enqueueMail(tx, mailer, {
      key: `email-changed ${hashToken(token).toString('hex')}`,
      to: before.email,
      template: emailChangedMail,
      data: { firstName: before.firstName, hint: maskEmail(email), token: undoToken },
    })
    return email
  })
  return change.catch((error: unknown) => {
    // Another member has confirmed the same email meanwhile.
    const isTaken = error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION
    throw isTaken ? createInvalidLinkRefusal() : error
  })
}

export function createInvalidLinkRefusal(): Refusal {
  return new Refusal('invalid-input', 'This link is invalid or has expired.')
}

/** Shows enough to recognize one's own email, and no more. */
function maskEmail(email: string): string {
  return `${email.slice(0, 1)}***${email.slice(email.lastIndexOf('@'))}`
}
