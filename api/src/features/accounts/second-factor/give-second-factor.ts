import { randomUUID } from 'node:crypto'
import type { SecondFactorForm } from '@dolph/contract/accounts/second-factor'
import type { FastifyRequest } from 'fastify'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { enqueueMail } from '../../../platform/mail/outbox.ts'
import { recordAccountEvent, recordFailure } from '../account-events.ts'
import { lockAccountForShare, selectOwnAccount } from '../queries.ts'
import { PROVED_UNTIL } from '../sign-in/proof.ts'
import { createSession, type SessionTokens } from '../sign-in/sessions.ts'
import {
  countSecondFactorTry,
  deleteBegunSignIn,
  selectBegunSignIn,
  type BegunSignIn,
} from './begun-sign-ins.ts'
import { countRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts'
import type { SecondFactorAttempts } from './second-factor-attempts.ts'
import { recoveryCodeUsedMail } from './second-factor-mails.ts'
import { stopReset } from './second-factor-reset.ts'
import { createWrongCodeRefusal, hasTotp, spendTotpCode } from './totp.ts'

const EXPIRED = 'This took too long. Please log in again.'
const NO_TRIES_LEFT = 'These were too many wrong codes. Please log in again.'

interface FinishedSignIn {
  tokens: SessionTokens
  /** After a sign-in with a recovery code. */
  recoveryCodesLeft?: number
}

/** Ends the sign-in that this browser has begun, with a code of the app or a recovery code. Each works once. */
export async function giveSecondFactor(
  deps: Deps,
  request: FastifyRequest,
  form: SecondFactorForm,
  attempts: SecondFactorAttempts,
): Promise<FinishedSignIn> {
  const { db } = deps
  const begun = await selectBegunSignIn(db, request)
  if (!begun) throw new Refusal('code-expired', EXPIRED)
  const attempt = await attempts.count(request, begun.memberId)
  const triesLeft = await countSecondFactorTry(db, begun)
  if (triesLeft === undefined) throw new Refusal('code-expired', NO_TRIES_LEFT)
  const { result, finished } = await db.transaction().execute(async (tx) => {
    await requireUnchanged(tx, begun)
    const spent = await spend(tx, deps, { request, begun, form })
    if (spent !== 'accepted') return { result: spent }
    // Of two concurrent calls with two right codes, one finds nothing to delete, and its code stays unused.
    if (!(await deleteBegunSignIn(tx, begun))) throw new Refusal('code-expired', EXPIRED)
    return { result: spent, finished: await finish(tx, deps, { request, begun, form }) }
  })
  if (finished) {
    await attempt.reset()
    return finished
  }
  await recordFailure(db, request, { memberId: begun.memberId, kind: 'second-factor-failed' })
  if (triesLeft === 0) throw new Refusal('code-expired', NO_TRIES_LEFT)
  throw createWrongCodeRefusal(result, form.code === undefined ? 'recoveryCode' : 'code')
}

/** A second factor that was switched off meanwhile has ended what was begun with it. */
async function requireUnchanged(tx: Queryable, { memberId }: BegunSignIn): Promise<void> {
  const isThere = await lockAccountForShare(tx, memberId)
  if (!isThere || !(await hasTotp(tx, memberId))) throw new Refusal('code-expired', EXPIRED)
}

interface Attempt {
  request: FastifyRequest
  begun: BegunSignIn
  form: SecondFactorForm
}

async function spend(
  tx: Queryable,
  { config }: Deps,
  { request, begun: { memberId }, form: { code, recoveryCode } }: Attempt,
) {
  if (code !== undefined) return spendTotpCode(tx, { config, log: request.log }, { memberId, code })
  return (await spendRecoveryCode(tx, memberId, recoveryCode ?? '')) ? 'accepted' : 'wrong'
}

async function finish(
  tx: Queryable,
  { mailer }: Deps,
  { request, begun: { memberId, method }, form }: Attempt,
): Promise<FinishedSignIn> {
  await recordAccountEvent(tx, request, { memberId, kind: 'signed-in', method })
  if (await stopReset(tx, memberId)) {
    await recordAccountEvent(tx, request, { memberId, kind: 'second-factor-reset-stopped' })
  }
  if (form.recoveryCode === undefined) {
    return { tokens: await createSession(tx, request, memberId, { hasSecondFactor: true }) }
  }
  await recordAccountEvent(tx, request, { memberId, kind: 'recovery-code-used' })
  const left = await countRecoveryCodes(tx, memberId)
  const { email, firstName } = await selectOwnAccount(tx, memberId)
  await enqueueMail(tx, mailer, {
    key: `recovery-code-used ${randomUUID()}`,
    to: email,
    template: recoveryCodeUsedMail,
    data: { firstName, left },
  })
  // Proof from the start: the member may have lost the app, and must be able to switch it off.
  const session = { hasSecondFactor: true, provedUntil: PROVED_UNTIL }
  return { tokens: await createSession(tx, request, memberId, session), recoveryCodesLeft: left }
}
