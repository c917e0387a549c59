import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { enqueueMail } from '../../../platform/mail/outbox.ts'
import { listSecrets } from '../../../platform/crypto/secrets.ts'
import { recordAccountEvent, recordFailure } from '../account-events.ts'
import { countCodeRequest, digestRequestKey } from '../codes/code-requests.ts'
import { createCodeRefusal, deleteLinks, issueCode, redeemCode } from '../codes/codes-and-links.ts'
import { deleteDevices } from '../sign-in/known-devices.ts'
import { passwordChangedMail, passwordCodeMail } from '../mails.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { lockAccountWithPassword, selectOwnAccount, updatePasswordHash } from '../queries.ts'
import { deleteSessions, createSession, requireOpenSession } from '../sign-in/sessions.ts'
import { refuseWithoutPassword } from '../sign-in/sign-in-methods.ts'
import { refuseCommonPassword } from '../sign-up/sign-up.ts'

/** First step: sends a code to the member's own email; refused if the last one was requested too recently. */
export async function sendPasswordCode(
  { db, config, mailer }: Deps,
  memberId: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const account = await selectOwnAccount(tx, memberId)
    refuseWithoutPassword(account)
    await countCodeRequest(tx, digestRequestKey(config.SECRET, 'change-password', memberId))
    const code = await issueCode(tx, config.SECRET, memberId, 'change-password')
    await enqueueMail(tx, mailer, {
      key: `password-code ${randomUUID()}`,
      to: account.email,
      template: passwordCodeMail,
      data: { firstName: account.firstName, code },
    })
  })
}

interface PasswordChange {
  currentPassword: string
  newPassword: string
  verificationCode: string
}

/** Second step: changes the password, ends all sessions and signs this browser in again. */
export async function changePassword(
  deps: Deps,
  request: FastifyRequest,
  memberId: string,
  change: PasswordChange,
) {
  const { db, config, mailer } = deps
  refuseCommonPassword(change.newPassword, 'newPassword')
  const account = await selectOwnAccount(db, memberId)
  refuseWithoutPassword(account)
  if (!(await verifyPassword(account.passwordHash, change.currentPassword))) {
    await recordFailure(db, request, { memberId, kind: 'proof-failed' })
    throw new Refusal('invalid-input', 'Current password is incorrect', {
      fields: { currentPassword: 'Current password is incorrect' },
    })
  }
  // Hashed before the code is redeemed: a full hashing queue must not use up the member's code.
  const passwordHash = await hashPassword(change.newPassword)
  const { verificationCode } = change
  const result = await redeemCode(db, listSecrets(config), {
    memberId,
    purpose: 'change-password',
    code: verificationCode,
  })
  if (result !== 'accepted') throw createCodeRefusal(result, 'verificationCode')
  return db.transaction().execute(async (tx) => {
    // A reset since the check has ended this session, and its password stays.
    if (!(await lockAccountWithPassword(tx, memberId, account.passwordHash))) {
      throw new Refusal('not-signed-in', 'Please log in')
    }
    const { hasSecondFactor } = await requireOpenSession(tx, request)
    await updatePasswordHash(tx, memberId, passwordHash)
    await deleteSessions(tx, memberId)
    await deleteDevices(tx, memberId)
    await deleteLinks(tx, memberId, 'reset-password')
    await deleteLinks(tx, memberId, 'change-email')
    await enqueueMail(tx, mailer, {
      key: `password-changed ${randomUUID()}`,
      to: account.email,
      template: passwordChangedMail,
      data: { firstName: account.firstName },
    })
    await recordAccountEvent(tx, request, { memberId, kind: 'password-changed' })
    return createSession(tx, request, memberId, { hasSecondFactor })
  })
}
