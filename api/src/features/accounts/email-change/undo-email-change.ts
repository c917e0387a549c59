import type { FastifyRequest } from 'fastify'
import pg from 'pg'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { enqueueMail } from '../../../platform/mail/outbox.ts'
import { hashToken } from '../../../platform/crypto/secrets.ts'
import { recordAccountEvent } from '../account-events.ts'
import { consumeLink, deleteLinks } from '../codes/codes-and-links.ts'
import { createInvalidLinkRefusal, UNDO_LINK_MINUTES, UNIQUE_VIOLATION } from './email-change.ts'
import { emailChangeRevokedMail, emailChangeUndoneMail } from './email-change-mails.ts'
import { deleteTotp } from '../second-factor/totp.ts'
import { deleteDevices } from '../sign-in/known-devices.ts'
import { deletePendingSignUps } from '../sign-up/pending-sign-ups.ts'
import { selectAccount, selectOwnAccount, updateEmail } from '../queries.ts'
import { deleteSessions, publishSessionsChanged } from '../sign-in/sessions.ts'
import { hasOtherSignInMethod } from '../sign-in/sign-in-methods.ts'

/**
 * Sets the email back to the one that the link was sent to, however often it was changed since, and ends all
 * sessions. Returns that email.
 */
export async function undoEmailChange(
  { db, bus, mailer }: Deps,
  request: FastifyRequest,
  token: string,
): Promise<string> {
  const undo = db.transaction().execute(async (tx) => {
    const link = await consumeLink(tx, token, 'undo-email-change')
    if (!link?.email) throw createInvalidLinkRefusal()
    const { memberId, email, expiresAt } = link
    const replaced = await selectOwnAccount(tx, memberId)
    if (replaced.email !== email) await setEmailBack(tx, memberId, email)
    await deleteLaterUndoLinks(tx, memberId, expiresAt)
    await deleteLinks(tx, memberId, 'change-email')
    await deleteLinks(tx, memberId, 'reset-password')
    await tx.deleteFrom('codes').where('member_id', '=', memberId).execute()
    await deleteSessions(tx, memberId)
    await deleteAddedSignInMethods(tx, memberId, expiresAt)
    await recordAccountEvent(tx, request, { memberId, kind: 'email-change-undone' })
    await deleteDevices(tx, memberId)
    const { firstName, passwordHash } = replaced
    const undoKey = hashToken(token).toString('hex')
    await enqueueMail(tx, mailer, {
      key: `email-change-undone ${undoKey}`,
      to: email,
      template: emailChangeUndoneMail,
      data: { firstName, hasPassword: passwordHash !== null },
    })
    if (replaced.email !== email) {
      const key = `email-change-revoked ${undoKey}`
      const mail = { key, to: replaced.email, template: emailChangeRevokedMail }
      await enqueueMail(tx, mailer, { ...mail, data: { firstName } })
    }
    return { memberId, email }
  })
  const { memberId, email } = await undo.catch((error: unknown) => {
    // Another account was given the email at the same moment.
    const isTaken = error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION
    throw isTaken ? createTakenRefusal() : error
  })
  publishSessionsChanged(bus, memberId)
  return email
}

/**
 * Removes what lets an intruder in again or keeps the owner out. Which passkey, app or GitHub account is theirs nobody can tell, so all go
 * that the account can do without. Those stay that were there a week before the change: a mail told the owner of each, and without them the
 * old mailbox alone would be enough to get in.
 */
async function deleteAddedSignInMethods(
  tx: Queryable,
  memberId: string,
  expiresAt: string,
): Promise<void> {
  // The link was made by the change, and lives for a week.
  const since = sql<string>`${expiresAt}::timestamptz - make_interval(mins => ${2 * UNDO_LINK_MINUTES})`
  const oldTotp = await tx
    .selectFrom('totp')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where('confirmed_at', '<', since)
    .executeTakeFirst()
  if (!oldTotp) await deleteTotp(tx, memberId)
  const oldPasskey = await tx
    .selectFrom('passkeys')
    .select('id')
    .where('member_id', '=', memberId)
    .where('created_at', '<', since)
    .limit(1)
    .executeTakeFirst()
  if (oldPasskey || hasOtherSignInMethod(await selectOwnAccount(tx, memberId), 'passkey')) {
    await tx
      .deleteFrom('passkeys')
      .where('member_id', '=', memberId)
      .where('created_at', '>=', since)
      .execute()
  }
  if (hasOtherSignInMethod(await selectOwnAccount(tx, memberId), 'github')) {
    await tx
      .deleteFrom('github_connections')
      .where('member_id', '=', memberId)
      .where('connected_at', '>=', since)
      .execute()
  }
}

async function setEmailBack(tx: Queryable, memberId: string, email: string): Promise<void> {
  await deletePendingSignUps(tx, email)
  if (await selectAccount(tx, email)) throw createTakenRefusal()
  await updateEmail(tx, memberId, email)
}

/** Emails that the account got after this one lose their claim; those that it had before keep theirs. */
async function deleteLaterUndoLinks(tx: Queryable, memberId: string, expiresAt: string) {
  await tx
    .deleteFrom('links')
    .where('member_id', '=', memberId)
    .where('purpose', '=', 'undo-email-change')
    // All undo links live equally long, so that they expire in the order of the changes.
    .where('expires_at', '>=', sql<string>`${expiresAt}::timestamptz`)
    .execute()
}

/** Only the owner of the mailbox can have verified the other account; the link stays valid until they have deleted it. */
function createTakenRefusal(): Refusal {
  return new Refusal(
    'conflict',
    'This address has another Dolph account by now. Delete that one first, or write to us.',
  )
}
