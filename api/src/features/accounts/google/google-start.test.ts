import { expect, test } from 'vitest'
import { startApp } from '../../../testing/start-app.ts'

const PROVIDER_DOWN = {
  GOOGLE_ISSUER: 'http://127.0.0.1:1',
  GOOGLE_CLIENT_ID: 'dolph',
  GOOGLE_CLIENT_SECRET: 'secret',
}

test.each([
  ['is not configured', {}],
  ['is down', PROVIDER_DOWN],
])(
  'a sign-in with Google that cannot start, because it %s, leads to the login page with an error',
  async (_, env) => {
    await using api = await startApp({ env })
    const reply = await api.visitor.request('GET', '/api/users/auth/google')
    expect([reply.statusCode, reply.headers['location']]).toEqual([302, '/login?error=google'])
    expect(reply.cookies).toEqual([])
  },
)
