import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { requireMember } from '../../../platform/http/access.ts'
import { enqueueMail } from '../../../platform/mail/outbox.ts'
import { publishSessionChange } from '../../../platform/realtime/bus.ts'
import type { RepeatErasure } from '../../../privacy/erasures/repeat-erasure.ts'
import { recordAccountEvent } from '../account-events.ts'
import { lockAccount, selectOwnAccount } from '../queries.ts'
import { clearSecondFactor, hasTotp } from '../second-factor/totp.ts'
import { describeDevice } from '../sign-in/describe-device.ts'
import { requireOpenSession } from '../sign-in/sessions.ts'
import { listSignInMethods } from '../sign-in/sign-in-methods.ts'
import { passkeyRemovedMail } from './passkey-mails.ts'
import { deletePasskey } from './passkeys.ts'

export async function removePasskey(
  { db, bus, mailer }: Deps,
  request: FastifyRequest,
  id: string,
): Promise<void> {
  const { id: memberId } = requireMember(request)
  await db.transaction().execute(async (tx) => {
    // With the lock, two concurrent calls cannot remove the last two together.
    await lockAccount(tx, memberId)
    await requireOpenSession(tx, request)
    if (!(await deletePasskey(tx, { memberId, id })))
      throw new Refusal('not-found', 'This passkey does not exist')
    const account = await selectOwnAccount(tx, memberId)
    const { email, firstName } = account
    if (listSignInMethods(account).length === 0) {
      throw new Refusal(
        'conflict',
        'This passkey is your only way to log in. Add another one before you remove it.',
      )
    }
    if (!account.hasPasskey && !(await hasTotp(tx, memberId))) await clearSecondFactor(tx, memberId)
    await recordAccountEvent(tx, request, { memberId, kind: 'passkey-removed' })
    await enqueueMail(tx, mailer, {
      key: `passkey-removed ${randomUUID()}`,
      to: email,
      template: passkeyRemovedMail,
      data: { firstName, device: describeDevice(request) },
    })
  })
  publishSessionChange(bus, memberId)
}

/** Removes a passkey again that a restored backup brought back: its device may be lost. */
export const repeatPasskeyErasure: RepeatErasure = async (tx, id) => {
  await tx.deleteFrom('passkeys').where('id', '=', id).execute()
}
