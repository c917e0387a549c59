import { logOut } from '@dolph/contract/accounts/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInNewMember } from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'

let api: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  api = await startApp()
})
afterAll(() => api[Symbol.asyncDispose]())

test('a page may create one Trusted Types policy, and reports what is blocked', async () => {
  const { headers } = await api.app.inject('/healthz')
  const directives = String(headers['content-security-policy']).split(';')
  expect(directives).toEqual(
    expect.arrayContaining([
      'trusted-types dolph-offline',
      'report-uri /api/csp-reports',
      'report-to csp',
    ]),
  )
  expect(headers['reporting-endpoints']).toBe('csp="/api/csp-reports"')
})

test.each(['/healthz', '/api/docs/'])(
  'a page may use sound and passkeys, may write to the clipboard, and has no other feature of the browser: %s',
  async (url) => {
    const { headers } = await api.app.inject(url)
    const features = String(headers['permissions-policy']).split(', ')
    expect(features.filter((feature) => !feature.endsWith('=()'))).toEqual([
      'autoplay=(self)',
      'clipboard-write=(self)',
      'publickey-credentials-create=(self)',
      'publickey-credentials-get=(self)',
    ])
    expect(features).toEqual(
      expect.arrayContaining(['camera=()', 'microphone=()', 'geolocation=()', 'payment=()']),
    )
  },
)

// Clear-Site-Data would also erase the settings and the mark of the device and all cached assets (decision 11). The web app
// removes what belongs to the member itself.
test('logging out does not clear all data of the site in the browser', async () => {
  const browser = await signInNewMember(api, 'ada')
  const reply = await browser.send(logOut, {})
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).not.toHaveProperty('clear-site-data')
})
