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

/** Sends a link to whoever has an account with this address; the caller hears the same in any case. */
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

/** A new password for whoever holds the link. Everybody who was signed in is signed out; nobody is signed in. */
export async function resetPassword({ db, bus, mailer }: Deps, token: string, password: string) {
  refuseCommonPassword(password, 'password')
  const passwordHash = await hashPassword(password)
  const memberId = await db.transaction().execute(async (tx) => {
    const link = await consumeLink(tx, token, 'reset-password')
    if (!link) throw new Refusal('invalid-input', 'This link is invalid or has expired.')
    const { memberId: id } = link
    await updatePasswordHash(tx, id, passwordHash)
    // Whoever can read the mailbox has proved the address as well.
    await markVerified(tx, id)
    await deleteLinks(tx, id, 'reset-password')
    // Whoever was in may have asked for another address; that ends with their session.
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
