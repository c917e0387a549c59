import {
  PASSKEY_UNKNOWN,
  type RequestOptions,
  type SignedCredential,
} from '@dolph/contract/accounts/passkeys'
import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { requireMember } from '../../../platform/http/access.ts'
import { enqueueMail } from '../../../platform/mail/outbox.ts'
import { recordAccountEvent, recordFailure } from '../account-events.ts'
import { lockAccount, selectOwnAccount } from '../queries.ts'
import { describeDevice } from '../sign-in/describe-device.ts'
import { isKnownDevice } from '../sign-in/known-devices.ts'
import { saveProof, saveSecondFactor } from '../sign-in/proof.ts'
import { createSession, type SessionTokens } from '../sign-in/sessions.ts'
import { type ChallengeUse, issueChallenge } from './challenges.ts'
import { consumeSignedChallenge, PASSKEY_TIMEOUT_MS } from './consume-signed-challenge.ts'
import { passkeyNewDeviceMail } from './passkey-mails.ts'
import { savePasskeyUse, selectDescriptors, selectPasskeyByCredential } from './passkeys.ts'
import { getRelyingParty, verifySignedCredential } from './verify-credential.ts'

/** The same for everybody: it names no passkey, so it tells nothing about any account. */
export async function startPasskeyLogin({ db, config }: Deps): Promise<RequestOptions> {
  return buildRequestOptions(
    config,
    await issueChallenge(db, { purpose: 'log-in', memberId: null }),
  )
}

export async function startPasskeyProof(
  { db, config }: Deps,
  memberId: string,
): Promise<RequestOptions> {
  const allowCredentials = await selectDescriptors(db, memberId)
  if (allowCredentials.length === 0) throw new Refusal('not-found', 'You have no passkey')
  const challenge = await issueChallenge(db, { purpose: 'proof', memberId })
  return { ...buildRequestOptions(config, challenge), allowCredentials }
}

/** Signs this browser in as the member of the passkey, which is something the person has and, verified by it, something they know or are. */
export async function logInWithPasskey(
  deps: Deps,
  request: FastifyRequest,
  credential: SignedCredential,
): Promise<SessionTokens> {
  if (credential.response.userHandle === undefined) throw createUnknownRefusal()
  const use = { purpose: 'log-in', memberId: null } as const
  return usePasskey(deps, request, { credential, use }, async (tx, memberId) => {
    const { email, firstName } = await selectOwnAccount(tx, memberId)
    if (!(await isKnownDevice(tx, request, memberId))) {
      await enqueueMail(tx, deps.mailer, {
        key: `passkey-new-device ${randomUUID()}`,
        to: email,
        template: passkeyNewDeviceMail,
        data: { firstName, device: describeDevice(request) },
      })
    }
    await recordAccountEvent(tx, request, { memberId, kind: 'signed-in', method: 'passkey' })
    return createSession(tx, request, memberId, { hasSecondFactor: true })
  })
}

/** Proves with a passkey of the member that they make the calls of this session. */
export async function proveByPasskey(
  deps: Deps,
  request: FastifyRequest,
  credential: SignedCredential,
): Promise<void> {
  const use = { purpose: 'proof', memberId: requireMember(request).id } as const
  await usePasskey(deps, request, { credential, use }, async (tx) => {
    await saveProof(tx, request, 'passkey')
    await saveSecondFactor(tx, request)
  })
}

interface PasskeyUse {
  credential: SignedCredential
  use: ChallengeUse
}

/** Checks what the passkey signed, then runs `finish` in the transaction that saves its use. */
async function usePasskey<T>(
  { db, config }: Deps,
  request: FastifyRequest,
  { credential, use }: PasskeyUse,
  finish: (tx: Queryable, memberId: string) => Promise<T>,
): Promise<T> {
  const challenge = await consumeSignedChallenge(db, credential, use)
  const passkey = await selectPasskeyByCredential(db, credential.id)
  const isOfAnother = use.memberId !== null && passkey?.memberId !== use.memberId
  if (!passkey || isOfAnother) throw createUnknownRefusal()
  const { id, memberId } = passkey
  const verification = { relyingParty: getRelyingParty(config), challenge, log: request.log }
  const verified = await verifySignedCredential(credential, passkey, verification)
  const result = await db.transaction().execute(async (tx) => {
    // The account first, as everywhere: it may have been deleted since, and must not get a session.
    if (!(await lockAccount(tx, memberId))) throw createUnknownRefusal()
    const outcome = await savePasskeyUse(tx, id, verified)
    if (outcome === 'removed') throw createUnknownRefusal()
    return outcome === 'refused' ? undefined : { value: await finish(tx, memberId) }
  })
  if (result) return result.value
  await recordFailure(db, request, { memberId, kind: 'passkey-refused' })
  throw new Refusal(
    'invalid-input',
    'This passkey was refused: there may be a copy of it. Log in with your password and replace it.',
  )
}

function buildRequestOptions(config: Deps['config'], challenge: string): RequestOptions {
  const { id: rpId } = getRelyingParty(config)
  return { challenge, rpId, timeout: PASSKEY_TIMEOUT_MS, userVerification: 'required' }
}

function createUnknownRefusal(): Refusal {
  return new Refusal('not-found', PASSKEY_UNKNOWN)
}
