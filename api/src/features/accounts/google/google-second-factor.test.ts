import { giveSecondFactor, removeTotp } from '@dolph/contract/accounts/second-factor'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { listAccountEvents } from '@dolph/contract/accounts/account-events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestIdentityProvider } from '../../../testing/servers/test-identity-provider.ts'
import { visitIdentityProvider } from '../../../testing/servers/visit-identity-provider.ts'
import { readCode, setUpTotp } from '../../../testing/set-up-totp.ts'
import { signInNewMember } from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'

const CLIENT = { GOOGLE_CLIENT_ID: 'dolph-test', GOOGLE_CLIENT_SECRET: 'the secret of this client' }
const provider = await startTestIdentityProvider(CLIENT.GOOGLE_CLIENT_ID)
let api: Awaited<ReturnType<typeof startApp>>

beforeAll(async () => {
  api = await startApp({ env: { LIMITS: 'relaxed', GOOGLE_ISSUER: provider.issuer, ...CLIENT } })
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

async function createGoogleMember(name: string) {
  const member = await signInNewMember(api, name)
  const authenticator = await setUpTotp(member)
  const claims = { sub: `sub-of-${name}` }
  await api.db
    .updateTable('accounts')
    .set({ google_sub: claims.sub, password_hash: null })
    .where('email', '=', `${name}@example.test`)
    .execute()
  return { authenticator, claims }
}

test('the return from Google asks for the second factor, and signs in with it', async () => {
  const { authenticator, claims } = await createGoogleMember('ada')
  const browser = api.browser()
  expect(await visitIdentityProvider(provider, browser, { claims })).toBe('/login?step=code')
  expect([...browser.cookies.keys()]).toEqual(['begun-sign-in'])
  expect((await browser.send(getViewer, {})).statusCode).toBe(401)
  await browser.call(giveSecondFactor, { body: { code: await readCode(api.db, authenticator) } })
  expect((await browser.call(getViewer, {})).data.userName).toBe('ada')
  const { data } = await browser.call(listAccountEvents, { querystring: { limit: 1 } })
  expect(data).toMatchObject([{ kind: 'signed-in', method: 'google' }])
})

test('a member with Google alone who comes in with a recovery code switches the app off', async () => {
  const { authenticator, claims } = await createGoogleMember('bob')
  const browser = api.browser()
  await visitIdentityProvider(provider, browser, { claims })
  const [recoveryCode = ''] = authenticator.recoveryCodes
  await browser.call(giveSecondFactor, { body: { recoveryCode } })
  await browser.call(removeTotp, {})
  expect(await visitIdentityProvider(provider, api.browser(), { claims })).toBe('/login')
})
