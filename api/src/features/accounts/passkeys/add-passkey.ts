import {
  type CreationOptions,
  type NewCredential,
  type Passkey,
  PASSKEYS_MAX,
  Transport,
} from '@dolph/contract/accounts/passkeys'
import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { requireMember } from '../../../platform/http/access.ts'
import { enqueueMail } from '../../../platform/mail/outbox.ts'
import { recordAccountEvent } from '../account-events.ts'
import { lockAccount, selectOwnAccount } from '../queries.ts'
import { describeDevice } from '../sign-in/describe-device.ts'
import { requireOpenSession } from '../sign-in/sessions.ts'
import { issueChallenge } from './challenges.ts'
import { consumeSignedChallenge, PASSKEY_TIMEOUT_MS } from './consume-signed-challenge.ts'
import { passkeyAddedMail } from './passkey-mails.ts'
import { countPasskeys, ensureHandle, insertPasskey, selectDescriptors } from './passkeys.ts'
import { getRelyingParty, SIGNATURE_ALGORITHMS, verifyNewCredential } from './verify-credential.ts'

/** First step: what the authenticator has to sign, and which of the member's passkeys it must not replace. */
export async function startPasskey(
  { db, config }: Deps,
  memberId: string,
): Promise<CreationOptions> {
  const account = await selectOwnAccount(db, memberId)
  const excludeCredentials = await selectDescriptors(db, memberId)
  if (excludeCredentials.length >= PASSKEYS_MAX) throw createTooManyRefusal()
  const handle = await ensureHandle(db, memberId)
  return {
    challenge: await issueChallenge(db, { purpose: 'add-passkey', memberId }),
    rp: { id: getRelyingParty(config).id, name: 'Dolph' },
    user: {
      id: handle.toString('base64url'),
      name: account.username,
      displayName: `${account.firstName} ${account.lastName}`.trim(),
    },
    pubKeyCredParams: SIGNATURE_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: PASSKEY_TIMEOUT_MS,
    attestation: 'none',
    excludeCredentials,
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  }
}

/** Second step: adds the passkey under the name of this device. */
export async function addPasskey(
  { db, config, mailer }: Deps,
  request: FastifyRequest,
  credential: NewCredential,
): Promise<Passkey> {
  const { id: memberId } = requireMember(request)
  const challenge = await consumeSignedChallenge(db, credential, {
    purpose: 'add-passkey',
    memberId,
  })
  const verification = { relyingParty: getRelyingParty(config), challenge, log: request.log }
  const verified = await verifyNewCredential(credential, verification)
  const device = describeDevice(request)
  return db.transaction().execute(async (tx) => {
    // With the lock, concurrent calls cannot exceed the maximum together.
    await lockAccount(tx, memberId)
    await requireOpenSession(tx, request)
    const { email, firstName } = await selectOwnAccount(tx, memberId)
    if ((await countPasskeys(tx, memberId)) >= PASSKEYS_MAX) throw createTooManyRefusal()
    const transports = (credential.response.transports ?? []).flatMap(
      (transport) => Transport.safeParse(transport).data ?? [],
    )
    const unique = [...new Set(transports)]
    const passkey = await insertPasskey(tx, {
      ...verified,
      memberId,
      transports: unique,
      name: device,
    })
    // The same words for a passkey of another member: whose it is concerns nobody.
    if (!passkey) throw new Refusal('conflict', 'This passkey is already in use.')
    await recordAccountEvent(tx, request, { memberId, kind: 'passkey-added' })
    await enqueueMail(tx, mailer, {
      key: `passkey-added ${randomUUID()}`,
      to: email,
      template: passkeyAddedMail,
      data: { firstName, device },
    })
    return passkey
  })
}

function createTooManyRefusal(): Refusal {
  return new Refusal(
    'conflict',
    `You have ${PASSKEYS_MAX} passkeys. Remove one to add another one.`,
  )
}
