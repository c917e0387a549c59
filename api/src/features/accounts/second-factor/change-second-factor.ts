import { randomUUID } from 'node:crypto'
import type { AccountEventKind } from '@dolph/contract/accounts/account-events'
import type { FastifyRequest } from 'fastify'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { requireMember, requireSession } from '../../../platform/http/access.ts'
import type { MailTemplate } from '../../../platform/mail/mail-template.ts'
import { enqueueMail } from '../../../platform/mail/outbox.ts'
import { recordAccountEvent } from '../account-events.ts'
import { lockAccount, selectOwnAccount } from '../queries.ts'
import { saveSecondFactor } from '../sign-in/proof.ts'
import { deleteSessions, publishSessionsChanged, requireOpenSession } from '../sign-in/sessions.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import {
  recoveryCodesRenewedMail,
  secondFactorOffMail,
  secondFactorOnMail,
} from './second-factor-mails.ts'
import { buildTotpUri, generateTotpSecret } from './totp-code.ts'
import {
  confirmSecret,
  createOnAlreadyRefusal,
  createWrongCodeRefusal,
  deleteTotp,
  hasTotp,
  insertTotp,
  spendTotpCode,
} from './totp.ts'

/** A secret and recovery codes that count from `confirmTotp` on. Of two tabs, the one that started last can confirm. */
export async function startTotp({ db, config }: Deps, request: FastifyRequest) {
  const { id: memberId } = requireMember(request)
  const totpSecret = generateTotpSecret()
  return db.transaction().execute(async (tx) => {
    await lockAccountOfSession(tx, request)
    await insertTotp(tx, config.SECRET, { memberId, totpSecret })
    const recoveryCodes = await replaceRecoveryCodes(tx, memberId)
    const { email } = await selectOwnAccount(tx, memberId)
    return { secret: totpSecret, uri: buildTotpUri(totpSecret, email), recoveryCodes }
  })
}

/** Switches the second factor on. All sessions but this one end: an intruder may have opened one of them with one factor. */
export async function confirmTotp(
  { db, bus, config, mailer }: Deps,
  request: FastifyRequest,
  code: string,
): Promise<void> {
  const { id: memberId } = requireMember(request)
  await db.transaction().execute(async (tx) => {
    await lockAccountOfSession(tx, request)
    if (await hasTotp(tx, memberId)) throw createOnAlreadyRefusal()
    const result = await spendTotpCode(tx, { config, log: request.log }, { memberId, code })
    if (result !== 'accepted') throw createWrongCodeRefusal(result, 'code')
    await confirmSecret(tx, memberId)
    await saveSecondFactor(tx, request)
    await deleteSessions(tx, memberId, requireSession(request).id)
    await recordChange(tx, { mailer, request }, 'second-factor-on', secondFactorOnMail)
  })
  publishSessionsChanged(bus, memberId)
}

/** Switches it off, recovery codes included. */
export async function removeTotp(
  { db, bus, mailer }: Deps,
  request: FastifyRequest,
): Promise<void> {
  const { id: memberId } = requireMember(request)
  await db.transaction().execute(async (tx) => {
    await lockAccountOfSession(tx, request)
    if (!(await deleteTotp(tx, memberId))) throw createOffRefusal()
    await recordChange(tx, { mailer, request }, 'second-factor-off', secondFactorOffMail)
  })
  publishSessionsChanged(bus, memberId)
}

export async function renewRecoveryCodes(
  { db, mailer }: Deps,
  request: FastifyRequest,
): Promise<string[]> {
  const { id: memberId } = requireMember(request)
  return db.transaction().execute(async (tx) => {
    await lockAccountOfSession(tx, request)
    if (!(await hasTotp(tx, memberId))) throw createOffRefusal()
    const codes = await replaceRecoveryCodes(tx, memberId)
    await recordChange(tx, { mailer, request }, 'recovery-codes-renewed', recoveryCodesRenewedMail)
    return codes
  })
}

/** Calls that change the second factor of an account come one by one, and none after its session has ended. */
async function lockAccountOfSession(tx: Queryable, request: FastifyRequest): Promise<void> {
  await lockAccount(tx, requireMember(request).id)
  await requireOpenSession(tx, request)
}

async function recordChange(
  tx: Queryable,
  { mailer, request }: Pick<Deps, 'mailer'> & { request: FastifyRequest },
  kind: AccountEventKind,
  template: MailTemplate<{ firstName: string }>,
): Promise<void> {
  const { id: memberId } = requireMember(request)
  await recordAccountEvent(tx, request, { memberId, kind })
  const { email, firstName } = await selectOwnAccount(tx, memberId)
  const mail = { key: `${kind} ${randomUUID()}`, to: email, template, data: { firstName } }
  await enqueueMail(tx, mailer, mail)
}

function createOffRefusal(): Refusal {
  return new Refusal('not-found', 'Your authenticator app is switched off')
}
