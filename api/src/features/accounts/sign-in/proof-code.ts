import { randomUUID } from 'node:crypto'
import type { ProofCodePurpose } from '@dolph/contract/accounts/accounts'
import type { FastifyRequest } from 'fastify'
import { listSecrets } from '../../../platform/crypto/secrets.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { requireMember } from '../../../platform/http/access.ts'
import { enqueueMail } from '../../../platform/mail/outbox.ts'
import { recordFailure } from '../account-events.ts'
import { countCodeRequest, digestRequestKey } from '../codes/code-requests.ts'
import { createCodeRefusal, issueCode, redeemCode } from '../codes/codes-and-links.ts'
import { proofCodeMail } from '../mails.ts'
import { selectOwnAccount } from '../queries.ts'
import { type Credentials, isProvedByCode } from './sign-in-methods.ts'

/** Mails a code to the member's own email; refused if the last one was requested too recently. */
export async function sendProofCode(
  { db, config, mailer }: Deps,
  memberId: string,
  purpose: ProofCodePurpose,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const account = await selectOwnAccount(tx, memberId)
    refuseUnlessProvedByCode(account)
    await countCodeRequest(tx, digestRequestKey(config.SECRET, purpose, memberId))
    const code = await issueCode(tx, config.SECRET, memberId, purpose)
    await enqueueMail(tx, mailer, {
      key: `proof-code ${randomUUID()}`,
      to: account.email,
      template: proofCodeMail,
      data: { firstName: account.firstName, code, purpose },
    })
  })
}

/** Accepts the mailed code, once, or refuses. */
export async function requireProofCode(
  { db, config }: Deps,
  request: FastifyRequest,
  { purpose, code }: { purpose: ProofCodePurpose; code: string },
): Promise<void> {
  const { id: memberId } = requireMember(request)
  refuseUnlessProvedByCode(await selectOwnAccount(db, memberId))
  const result = await redeemCode(db, listSecrets(config), { memberId, purpose, code })
  if (result === 'accepted') return
  await recordFailure(db, request, { memberId, kind: 'proof-failed' })
  throw createCodeRefusal(result, 'code')
}

function refuseUnlessProvedByCode(account: Credentials): void {
  if (!isProvedByCode(account))
    throw new Refusal('forbidden', 'This account is not confirmed by a code')
}
