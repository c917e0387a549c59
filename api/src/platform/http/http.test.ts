import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { Refusal } from '../errors.ts'
import { signInNewMember } from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'

describe('access', () => {
  test('a route that does not declare who may call it prevents startup', async () => {
    const start = startApp({ extendApp: (app) => app.get('/api/forgotten', async () => 'oops') })
    await expect(start).rejects.toThrow('do not declare who may call them: GET /api/forgotten')
  })

  test('a visitor is asked to log in on a member route', async () => {
    await using api = await startApp({
      extendApp: (app) => app.get('/api/club', { config: { access: 'member' } }, async () => 'in'),
    })
    const reply = await api.app.inject('/api/club')
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toEqual({
      success: false,
      code: 'not-signed-in',
      message: 'Please log in',
    })
    expect(reply.headers['x-request-id']).toBeTruthy()
    expect(reply.headers['content-security-policy']).toBeTruthy()
  })

  test.each(['moderator', 'admin'] as const)(
    'a route for a %s asks visitors to log in, and does not exist for members without the role',
    async (access) => {
      await using api = await startApp({
        extendApp: (app) => app.get('/api/cases', { config: { access } }, async () => 'in'),
      })
      const ada = await signInNewMember(api, 'ada')
      const call = async () => (await ada.request('GET', '/api/cases')).statusCode
      expect((await api.visitor.request('GET', '/api/cases')).statusCode).toBe(401)
      expect(await call()).toBe(404)
      await sql`insert into staff (member_id, role) select id, 'moderator' from members`.execute(
        api.db,
      )
      expect(await call()).toBe(access === 'moderator' ? 200 : 404)
      await api.db.updateTable('staff').set({ role: 'admin' }).execute()
      expect(await call()).toBe(200)
    },
  )
})

describe('errors', () => {
  const publicRoute = { config: { access: 'public' as const, csrf: 'origin' as const } }

  test('a bug does not reveal its details to the caller', async () => {
    await using api = await startApp({
      extendApp: (app) =>
        app.get('/api/bug', publicRoute, async () => {
          throw new Error('secret plans at line 7')
        }),
    })
    const reply = await api.app.inject('/api/bug')
    expect(reply.statusCode).toBe(500)
    expect(reply.json()).toEqual({
      success: false,
      code: 'internal',
      message: 'Something went wrong',
    })
  })

  test('a refusal carries its code, its message and when to retry', async () => {
    await using api = await startApp({
      extendApp: (app) =>
        app.get('/api/busy', publicRoute, async () => {
          throw new Refusal('unavailable', 'Come back soon', { retryAfterSeconds: 7 })
        }),
    })
    const reply = await api.app.inject('/api/busy')
    expect(reply.statusCode).toBe(503)
    expect(reply.headers['retry-after']).toBe('7')
    expect(reply.json()).toEqual({ success: false, code: 'unavailable', message: 'Come back soon' })
  })

  test('an unknown route is not found, with the usual error body', async () => {
    await using api = await startApp()
    const reply = await api.app.inject({ method: 'POST', url: '/api/nowhere', payload: {} })
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toEqual({ success: false, code: 'not-found', message: 'Not found' })
  })

  test('a very long URL is refused with the usual error body', async () => {
    await using api = await startApp()
    const reply = await api.app.inject(`/api/posts/${'a'.repeat(10_000)}`)
    expect(reply.statusCode).toBe(401)
    expect(reply.headers['content-security-policy']).toBeTruthy()
    expect(reply.json()).toMatchObject({ success: false, code: 'not-signed-in' })
  })

  test.each([
    ['broken JSON', 'application/json', '{"a":'],
    ['a form', 'application/x-www-form-urlencoded', 'a=1'],
    ['prototype pollution', 'application/json', '{"__proto__": {"admin": true}}'],
    ['a body over the limit', 'application/json', JSON.stringify({ text: 'x'.repeat(70_000) })],
  ])('%s is refused before a handler runs', async (_, type, payload) => {
    await using api = await startApp({
      extendApp: (app) => app.post('/api/echo', publicRoute, async ({ body }) => ({ body })),
    })
    const reply = await api.app.inject({
      method: 'POST',
      url: '/api/echo',
      headers: { 'content-type': type, origin: 'http://localhost:3000' },
      payload,
    })
    expect(reply.statusCode).toBeGreaterThanOrEqual(400)
    expect(reply.statusCode).toBeLessThan(500)
    expect(reply.json()).toMatchObject({ success: false, code: 'invalid-input' })
  })
})

describe('headers', () => {
  test('a page may run only its own scripts and styles, and may not be framed', async () => {
    await using api = await startApp({ env: { APP_ORIGIN: 'https://dolph.example' } })
    const { headers } = await api.app.inject('/healthz')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    // The hash of the one inline script, where the web app is built.
    expect(policy).toMatch(/script-src 'self'(?: 'sha256-[\w+/=]{44}')?;/)
    expect(policy).toContain("style-src 'self';")
    expect(policy).toContain("img-src 'self' data: blob:;")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).toContain("connect-src 'self' wss://dolph.example")
    expect(policy).not.toContain('unsafe')
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
  })

  test('data may not be rendered as a document', async () => {
    await using api = await startApp()
    const { headers } = await api.app.inject('/api/posts/browse')
    expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('a logged reply has our own request id, whatever id the caller sends', async () => {
    await using api = await startApp()
    const headers = { 'x-request-id': 'mine', 'request-id': 'mine' }
    for (const request of [
      { url: '/api/nowhere', headers },
      { url: '/api/posts/browse', method: 'POST' as const, headers },
    ]) {
      const reply = await api.app.inject(request)
      expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    }
  })
})

describe('the OpenAPI document', () => {
  test('is OpenAPI 3.1, generated from the contract', async () => {
    await using api = await startApp()
    const description = (await api.app.inject('/api/openapi.json')).json<{
      openapi: string
      paths: Record<string, { get?: { parameters?: { name: string }[] } }>
    }>()
    expect(description.openapi).toBe('3.1.0')
    expect(Object.keys(description.paths)).toEqual(
      expect.arrayContaining(['/api/posts/browse', '/api/users/login']),
    )
    const parameters = description.paths['/api/posts/browse']?.get?.parameters ?? []
    expect(parameters.map(({ name }) => name)).toEqual([
      'q',
      'scope',
      'type',
      'sort',
      'range',
      'tz',
      'author',
      'cursor',
      'limit',
    ])
  })

  test('contains every schema that it references, even recursive ones', async () => {
    await using api = await startApp()
    const { body } = await api.app.inject('/api/openapi.json')
    const { components } = JSON.parse(body) as { components: { schemas: Record<string, object> } }
    const references = body.matchAll(/"\$ref":"#\/components\/schemas\/(?<name>[^"]+)"/g)
    const names = new Set([...references].map(({ groups }) => groups?.['name']))
    expect(names).toContain('Comment')
    expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining([...names]))
    expect(body.match(/"\$ref":"(?!#\/components\/schemas\/)/)).toBeNull()
  })

  test('says who may call, what a call needs and how it can be refused', async () => {
    await using api = await startApp()
    const { paths } = (await api.app.inject('/api/openapi.json')).json<{
      paths: Record<string, Record<string, { responses: Record<string, object> }>>
    }>()
    expect(paths['/api/posts/{id}/like']?.['post']).toMatchObject({
      security: [{ session: [] }],
      'x-access': 'member',
      'x-csrf': 'token',
      'x-rate-limit': 'like',
      responses: {
        403: { description: 'limited, forbidden, invalid-csrf-token' },
        404: {
          description: 'not-found',
          content: {
            'application/json': { schema: { properties: { code: { enum: ['not-found'] } } } },
          },
        },
      },
    })
    const browse = paths['/api/posts/browse']?.['get']
    expect(browse).not.toHaveProperty('security')
    expect(Object.keys(browse?.responses ?? {})).toEqual(['200', '400', '429', '500', '503'])
  })

  test('describes the form of a picture upload', async () => {
    await using api = await startApp()
    const description = (await api.app.inject('/api/openapi.json')).json<{
      paths: Record<string, { post?: { requestBody?: object } }>
    }>()
    const upload = description.paths['/api/profile/upload-picture']?.post
    const picture = { type: 'string', contentMediaType: 'application/octet-stream' }
    expect(upload?.requestBody).toMatchObject({
      content: {
        'multipart/form-data': {
          schema: { required: ['profilePicture'], properties: { profilePicture: picture } },
        },
      },
    })
  })

  test('has a page to try the API', async () => {
    await using api = await startApp()
    const page = await api.app.inject('/api/docs')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toContain("script-src 'self';")
  })
})
