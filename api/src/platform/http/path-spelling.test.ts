import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSignedInMemberFixture } from '../../testing/signed-in-member-fixture.ts'
import { startApp } from '../../testing/start-app.ts'

let api: Awaited<ReturnType<typeof startApp>>
let cookie: string
beforeAll(async () => {
  api = await startApp({ isListening: true })
  const { headers } = await createSignedInMemberFixture(
    ...([api.db, api.url, api.config.APP_ORIGIN, 'ada'] as const),
  )
  cookie = headers.cookie
})
afterAll(() => api[Symbol.asyncDispose]())

/** Sends the request target exactly as written: `fetch` would normalize it. */
async function get(target: string, headers: Record<string, string> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number
    type: string
    headers: object
  }>()
  request(api.url, { path: target, headers: { accept: 'text/html', ...headers } }, (reply) => {
    const { statusCode: status = 0, headers: received } = reply
    text(reply).then(
      () => resolve({ status, type: received['content-type'] ?? '', headers: received }),
      reject,
    )
  })
    .on('error', reject)
    .end()
  return promise
}

const DATA_POLICY = "default-src 'none';frame-ancestors 'none'"

describe('a URL that is spelled in another way', () => {
  test.each([
    '/api/users/me',
    '/%61pi/users/me',
    '/%61%70%69/users/%6de',
    '/api/users/me?x=/y',
    'http://dolph.example/api/users/me',
    'https://evil.example/%61pi/users/me',
  ])('is the same call with the same session and headers: %s', async (target) => {
    const asMember = await get(target, { cookie })
    const asVisitor = await get(target)
    expect([asMember.status, asVisitor.status]).toEqual([200, 401])
    for (const { type, headers } of [asMember, asVisitor]) {
      expect(type).toContain('application/json')
      expect(headers).toMatchObject({
        'content-security-policy': DATA_POLICY,
        'cache-control': 'no-store',
      })
    }
  })

  test.each([
    '//api/users/me',
    '/api%2fusers/me',
    '/api%2Fusers%2Fme',
    '/API/users/me',
    '/Api/users/me',
    '/api//users/me',
    '/./api/users/me',
    '/x/../api/users/me',
    '/api/users/me/',
    '/api\\users\\me',
    '/api/users/me;x',
    '/%2561pi/users/me',
    '/%c0%afapi/users/me',
    '/api/users/me%00',
    '/%',
  ])('does not reach a route in a form that the router does not know: %s', async (target) => {
    const { status, headers } = await get(target, { cookie })
    expect([400, 404]).toContain(status)
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
    expect(headers).toHaveProperty('content-security-policy')
  })
})
