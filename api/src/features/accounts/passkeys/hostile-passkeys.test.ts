import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  addPasskey,
  type CreationOptions,
  logInWithPasskey,
  PASSKEY_UNKNOWN,
  startPasskey,
  startPasskeyLogin,
} from '@dolph/contract/accounts/passkeys'
import { listAccountEvents } from '@dolph/contract/accounts/account-events'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../../testing/browser.ts'
import { encodeCbor } from '../../../testing/passkeys/cbor.ts'
import { addPasskeyFixture, sendPasskeyLogin } from '../../../testing/passkeys/passkey-member.ts'
import {
  SoftwareAuthenticator,
  type Forgery,
} from '../../../testing/passkeys/software-authenticator.ts'
import { proveMember, signInNewMember } from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'

const UNCHECKED = 'This passkey could not be checked. Please try again.'
const TOO_LATE = 'That took too long. Please try again.'
const COPIED =
  'This passkey was refused: there may be a copy of it. Log in with your password and replace it.'

/** Forgeries that neither a new passkey nor a sign-in may have. */
const FORGERIES: [name: string, Forgery, message: string][] = [
  ['of another origin', { origin: 'https://evil.example' }, UNCHECKED],
  ['of a subdomain', { origin: 'http://x.localhost:3000' }, UNCHECKED],
  ['of another port', { origin: 'http://localhost:3001' }, UNCHECKED],
  ['of another relying party', { rpId: 'evil.example' }, UNCHECKED],
  ['of another kind', { type: 'payment.get' }, UNCHECKED],
  ['without the person', { isUserPresent: false }, UNCHECKED],
  ['without a check of the person', { isUserVerified: false }, UNCHECKED],
  ['with a challenge that nobody issued', { challenge: 'A'.repeat(43) }, TOO_LATE],
  ['with an empty challenge', { challenge: '' }, TOO_LATE],
  ['with truncated data', { authenticatorData: (data) => data.subarray(0, 36) }, UNCHECKED],
  [
    'with bytes after the data',
    { authenticatorData: (data) => Buffer.concat([data, Buffer.from([1])]) },
    UNCHECKED,
  ],
]

let api: Awaited<ReturnType<typeof startApp>>
let ada: Browser
let authenticator: SoftwareAuthenticator

beforeAll(async () => {
  api = await startApp({ env: { LIMITS: 'relaxed' } })
  ada = await signInNewMember(api, 'ada')
  authenticator = createAuthenticator()
  await addPasskeyFixture(ada, authenticator)
  return async () => api[Symbol.asyncDispose]()
})

describe('a sign-in', () => {
  test.each([
    ...FORGERIES,
    ['with the user handle of another member', { userHandle: 'A'.repeat(43) }, UNCHECKED],
    ['without a user handle', { userHandle: undefined }, PASSKEY_UNKNOWN],
    ['with an unknown passkey', { credentialId: randomBytes(32) }, PASSKEY_UNKNOWN],
    ['signed as a new passkey', { type: 'webauthn.create' }, UNCHECKED],
    ['in a frame of another site', { crossOrigin: true }, UNCHECKED],
  ] satisfies typeof FORGERIES)('%s is refused', async (_, forgery, message) => {
    const stranger = api.browser()
    const reply = await sendPasskeyLogin(stranger, authenticator, forgery)
    expect([reply.statusCode, reply.json().message]).toEqual([
      message === PASSKEY_UNKNOWN ? 404 : 400,
      message,
    ])
    expect((await stranger.send(getViewer, {})).statusCode).toBe(401)
  })

  test('with the signature of another key is refused', async () => {
    const other = createAuthenticator()
    await addPasskeyFixture(await signInNewMember(api, 'bob'), other)
    const { id: credentialId, userHandle } = authenticator.newestKey
    const reply = await sendPasskeyLogin(api.browser(), other, { credentialId, userHandle })
    expect(reply.json().message).toBe(UNCHECKED)
  })

  test.each([
    ['a signature that is cut off', (text: string) => text.slice(0, -8), 400],
    ['an empty signature', () => '', 400],
    ['a signature that is no base64url', () => '!', 400],
    ['an oversized signature', () => 'A'.repeat(5_000), 400],
  ])('with %s is refused', async (_, change, status) => {
    const { data: options } = await api.visitor.call(startPasskeyLogin, {})
    const credential = authenticator.sign(options)
    credential.response.signature = change(credential.response.signature)
    const reply = await api.visitor.send(logInWithPasskey, { body: { credential } })
    expect(reply.statusCode).toBe(status)
  })

  test('works once with its challenge, also after a failure, and once of twenty at a time', async () => {
    const { data: options } = await api.visitor.call(startPasskeyLogin, {})
    const failed = authenticator.sign(options, { isUserVerified: false })
    const send = async (credential = authenticator.sign(options)) =>
      api.browser().send(logInWithPasskey, { body: { credential } })
    expect((await send(failed)).json().message).toBe(UNCHECKED)
    expect((await send()).json().message).toBe(TOO_LATE)

    const { data: fresh } = await api.visitor.call(startPasskeyLogin, {})
    const credentials = Array.from({ length: 20 }, () => authenticator.sign(fresh))
    const replies = await Promise.all(credentials.map(async (each) => send(each)))
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  test('with a challenge of another purpose is refused', async () => {
    await proveMember(ada)
    const { data } = await ada.call(startPasskey, {})
    const options = { ...data, rpId: data.rp.id, userVerification: 'required' as const }
    const credential = authenticator.sign(options)
    const reply = await ada.send(logInWithPasskey, { body: { credential } })
    expect(reply.json().message).toBe(TOO_LATE)
  })

  test('whose counter goes back is refused and recorded, and only if the signature is right', async () => {
    const member = await signInNewMember(api, 'carla')
    const carlas = createAuthenticator()
    await addPasskeyFixture(member, carlas)
    await sendPasskeyLogin(api.browser(), carlas, { counter: 7 })
    const readRefused = async () => {
      const { data } = await member.call(listAccountEvents, { querystring: {} })
      return data.filter(({ kind }) => kind === 'passkey-refused').length
    }
    // Somebody who knows the id and the handle, but has no key, must not raise the alarm.
    const thief = createAuthenticator()
    await addPasskeyFixture(await signInNewMember(api, 'thief'), thief)
    const { id: credentialId, userHandle } = carlas.newestKey
    const forged = { credentialId, userHandle, counter: 1 }
    const stranger = await sendPasskeyLogin(api.browser(), thief, forged)
    expect([stranger.json().message, await readRefused()]).toEqual([UNCHECKED, 0])

    for (const counter of [7, 6, 0]) {
      const reply = await sendPasskeyLogin(api.browser(), carlas, { counter })
      expect([reply.statusCode, reply.json().message]).toEqual([400, COPIED])
    }
    expect(await readRefused()).toBe(1)
    const reply = await sendPasskeyLogin(api.browser(), carlas, { counter: 8 })
    expect(reply.statusCode).toBe(200)
  })
})

describe('a new passkey', () => {
  const add = async (forgery: Forgery, member = ada, options?: CreationOptions) => {
    await proveMember(member)
    const { data } = options ? { data: options } : await member.call(startPasskey, {})
    const credential = createAuthenticator().create(data, forgery)
    return member.send(addPasskey, { body: { credential } })
  }

  const none = (fields: [string, string | Buffer | Map<string, never>][]) =>
    encodeCbor(new Map(fields))

  test.each([
    ...FORGERIES,
    ['signed as a sign-in', { type: 'webauthn.get' }, UNCHECKED],
    ['with another id than its attestation', { claimedId: randomBytes(32) }, UNCHECKED],
    ['with an empty attestation', { attestation: () => Buffer.from([0xa0]) }, UNCHECKED],
    ['with a truncated attestation', { attestation: (cbor) => cbor.subarray(0, 90) }, UNCHECKED],
    ['with text for an attestation', { attestation: () => Buffer.from('hello') }, UNCHECKED],
    [
      'with an attestation of deep lists',
      { attestation: () => Buffer.alloc(9_000, 0x81) },
      UNCHECKED,
    ],
    [
      'with an attestation that announces more than it has',
      { attestation: () => Buffer.from([0xbb, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]) },
      UNCHECKED,
    ],
    [
      'with data that is no bytes',
      {
        attestation: () =>
          none([
            ['fmt', 'none'],
            ['attStmt', new Map<string, never>()],
            ['authData', 'text'],
          ]),
      },
      UNCHECKED,
    ],
    [
      'with an attestation of an unknown format',
      {
        attestation: (cbor) =>
          Buffer.from(cbor.toString('latin1').replace('none', 'some'), 'latin1'),
      },
      UNCHECKED,
    ],
    ['with a key of another curve', { authenticatorData: changeCurve }, UNCHECKED],
    ['with a key that is no point of its curve', { authenticatorData: changePoint }, UNCHECKED],
    ['with a key that is too long', { authenticatorData: lengthenKey }, UNCHECKED],
  ] satisfies typeof FORGERIES)('%s is refused', async (_, forgery, message) => {
    const reply = await add(forgery)
    expect([reply.statusCode, reply.json().message]).toEqual([400, message])
  })

  test('with an oversized attestation or id is refused before it is parsed', async () => {
    const oversized = await add({ attestation: () => Buffer.alloc(20_000, 0x81) })
    expect([oversized.statusCode, oversized.json().code]).toEqual([400, 'invalid-input'])
    expect((await add({ credentialId: randomBytes(1_100) })).statusCode).toBe(400)
    expect((await add({ credentialId: randomBytes(8) })).statusCode).toBe(400)
  })

  test('with the id of another member is refused, and theirs still signs in', async () => {
    const dan = await signInNewMember(api, 'dan')
    const { id: credentialId } = authenticator.newestKey
    const reply = await add({ credentialId }, dan)
    expect([reply.statusCode, reply.json().message]).toEqual([
      409,
      'This passkey is already in use.',
    ])
    const owner = api.browser()
    await sendPasskeyLogin(owner, authenticator)
    expect((await owner.call(getViewer, {})).data.userName).toBe('ada')
  })

  test('for the challenge of another member, of a sign-in, or a used one is refused', async () => {
    const eve = await signInNewMember(api, 'eve')
    await proveMember(ada)
    const { data: ofAda } = await ada.call(startPasskey, {})
    expect((await add({}, eve, ofAda)).json().message).toBe(TOO_LATE)
    const { challenge } = (await api.visitor.call(startPasskeyLogin, {})).data
    expect((await add({}, eve, { ...ofAda, challenge })).json().message).toBe(TOO_LATE)
    expect((await add({}, ada, ofAda)).statusCode).toBe(201)
    expect((await add({}, ada, ofAda)).json().message).toBe(TOO_LATE)
  })
})

describe('an attestation with certificates', () => {
  let requests = 0
  const server = createServer((_, reply) => {
    requests += 1
    reply.end()
  })
  beforeAll(async () => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  afterAll(() => void server.close())

  test('is refused, and no address in it is requested', async () => {
    const { port } = server.address() as AddressInfo
    const certificate = Buffer.from(`http://127.0.0.1:${port}/list.crl`)
    await proveMember(ada)
    const { data } = await ada.call(startPasskey, {})
    for (const fmt of ['packed', 'fido-u2f', 'tpm', 'android-key', 'apple', 'android-safetynet']) {
      const statement = new Map<string, Buffer | number>([
        ['alg', -7],
        ['sig', Buffer.alloc(70)],
        ['x5c', certificate],
      ])
      const attestation = () =>
        encodeCbor(
          new Map<string, string | Buffer | Map<string, Buffer | number>>([
            ['fmt', fmt],
            ['attStmt', statement],
            ['authData', Buffer.alloc(37)],
          ]),
        )
      const credential = createAuthenticator().create(data, { attestation })
      const reply = await ada.send(addPasskey, { body: { credential } })
      expect(reply.statusCode).toBe(400)
    }
    expect(requests).toBe(0)
  })
})

const KEY_START = 37 + 16 + 2 + 32

/** The curve follows the pairs of type and algorithm and its own name. */
function changeCurve(data: Buffer): Buffer {
  const changed = Buffer.from(data)
  changed[KEY_START + 6] = 2
  return changed
}

function changePoint(data: Buffer): Buffer {
  const changed = Buffer.from(data)
  const last = changed.length - 1
  changed[last] = (changed[last] ?? 0) ^ 1
  return changed
}

/** Adds an entry of 1,500 bytes to the map of the key, whose first byte counts its five entries. */
function lengthenKey(data: Buffer): Buffer {
  const entry = Buffer.concat([encodeCbor(100), encodeCbor(Buffer.alloc(1_500))])
  return Buffer.concat([
    data.subarray(0, KEY_START),
    Buffer.from([0xa6]),
    data.subarray(KEY_START + 1),
    entry,
  ])
}

function createAuthenticator() {
  return new SoftwareAuthenticator({ origin: api.config.APP_ORIGIN })
}
