import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { hashToken } from '../../secrets.ts'
import { deleteLinks, issueLink, consumeLink } from './codes-and-links.ts'
import { googleAccountMail, passwordChangedMail, passwordResetMail } from './mails.ts'
import { hashPassword } from './passwords.ts'
import { markVerified, selectAccount, selectOwnAccount, updatePasswordHash } from './queries.ts'
import { deleteSessions, publishSessionsChanged } from './sessions.ts'
import { refuseCommonPassword } from './sign-up.ts'

const LINK_MINUTES = 60
const HOUR_MS = 3_600_000

/** Sends a reset link if the email has an account; the caller cannot tell whether it has. */
export async function sendPasswordResetLink({ db, mailer }: Deps, email: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const account = await selectAccount(tx, email)
    if (!account) return
    const { id, firstName } = account
    if (account.passwordHash === null) {
      const hour = Math.floor(Date.now() / HOUR_MS)
      const mail = {
        key: `google-password-reset ${id} ${hour}`,
        to: email,
        template: googleAccountMail,
      }
      return enqueueMail(tx, mailer, { ...mail, data: { firstName } })
    }
    await deleteLinks(tx, id, 'reset-password')
    const token = await issueLink(tx, id, 'reset-password', LINK_MINUTES)
    await enqueueMail(tx, mailer, {
      key: `password-reset ${hashToken(token).toString('hex')}`,
      to: email,
      template: passwordResetMail,
      data: { firstName, token },
    })
  })
}

/** Sets a new password for the member of the link and ends all their sessions; it starts no new one. */
export async function resetPassword({ db, bus, mailer }: Deps, token: string, password: string) {
  refuseCommonPassword(password, 'password')
  const passwordHash = await hashPassword(password)
  const memberId = await db.transaction().execute(async (tx) => {
    const link = await consumeLink(tx, token, 'reset-password')
    if (!link) throw new Refusal('invalid-input', 'This link is invalid or has expired.')
    const { memberId: id } = link
    await updatePasswordHash(tx, id, passwordHash)
    // The link came from the mailbox, so the email is verified as well.
    await markVerified(tx, id)
    await deleteLinks(tx, id, 'reset-password')
    // An intruder may have requested an email change, which must not survive their session.
    await deleteLinks(tx, id, 'change-email')
    await tx.deleteFrom('codes').where('member_id', '=', id).execute()
    await deleteSessions(tx, id)
    const { email, firstName } = await selectOwnAccount(tx, id)
    await enqueueMail(tx, mailer, {
      key: `password-changed ${hashToken(token).toString('hex')}`,
      to: email,
      template: passwordChangedMail,
      data: { firstName },
    })
    return id
  })
  publishSessionsChanged(bus, memberId)
}
