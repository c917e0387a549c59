import { describe, expect, test } from 'vitest'
import { generateIpAddress } from '../../../testing/generate-ip-address.ts'
import { startApp } from '../../../testing/start-app.ts'
import { getAddressKey } from './rate-limits.ts'

const WRITES_A_MINUTE = 60
const READS_A_MINUTE = 600
const PEOPLE_A_MINUTE = 30

describe('rate limits', () => {
  test.each<{ kind: string; method: 'GET' | 'POST'; points: number }>([
    { kind: 'writes', method: 'POST', points: WRITES_A_MINUTE },
    { kind: 'lists of people', method: 'GET', points: PEOPLE_A_MINUTE },
  ])('of $kind apply across processes, and say when to retry', async ({ method, points }) => {
    const address = generateIpAddress()
    const shared = { extendApp: addTestRoutes, redisPrefix: `${address}:` }
    await using one = await startApp(shared)
    await using other = await startApp(shared)

    const replies = []
    for (let index = 0; index <= points; index += 1) {
      replies.push(await callTestRoute(index % 2 ? one : other, address, { method }))
    }

    expect(replies.slice(0, -1).every((reply) => reply.statusCode === 200)).toBe(true)
    expect(replies.at(-1)?.statusCode).toBe(429)
    expect(replies.at(-1)?.json()).toMatchObject({ success: false, code: 'too-many-requests' })
    expect(Number(replies.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('apply per process without Redis', async () => {
    await using api = await startApp({
      env: { REDIS_URL: 'redis://127.0.0.1:1' },
      extendApp: addTestRoutes,
    })
    const address = generateIpAddress()

    const statuses = []
    for (let index = 0; index <= WRITES_A_MINUTE; index += 1) {
      statuses.push((await callTestRoute(api, address)).statusCode)
    }

    expect(statuses.filter((status) => status === 200)).toHaveLength(WRITES_A_MINUTE)
    expect(statuses.at(-1)).toBe(429)
  })

  test('apply to reads too', async () => {
    await using api = await startApp()
    const read = () => api.app.inject('/api/posts/browse')
    const statuses: number[] = []
    for (let index = 0; index <= READS_A_MINUTE; index += 1)
      statuses.push((await read()).statusCode)

    expect(statuses.filter((status) => status === 200)).toHaveLength(READS_A_MINUTE)
    expect(statuses.at(-1)).toBe(429)
    expect(Number((await read()).headers['retry-after'])).toBeGreaterThan(0)
  })

  test('are counted per caller', async () => {
    await using api = await startApp({ extendApp: addTestRoutes })
    const limitedAddress = generateIpAddress()
    for (let index = 0; index <= WRITES_A_MINUTE; index += 1)
      await callTestRoute(api, limitedAddress)

    expect((await callTestRoute(api, limitedAddress)).statusCode).toBe(429)
    expect((await callTestRoute(api, generateIpAddress())).statusCode).toBe(200)
  })
})

describe('a caller', () => {
  test('with a whole IPv6 /64 network is one caller', () => {
    const one = getAddressKey('2001:db8:1:2::1')
    const neighbour = getAddressKey('2001:db8:1:2:ffff::9')
    const otherNetwork = getAddressKey('2001:db8:1:3::1')
    expect(neighbour).toBe(one)
    expect(otherNetwork).not.toBe(one)
  })

  test.each([
    ['192.0.2.1', 'ip:192.0.2.1'],
    ['::ffff:192.0.2.1', 'ip:192.0.2.1'],
    ['192.0.2.1:5678', 'ip:192.0.2.1'],
    ['[2001:db8:1:2::1]:443', 'ip:2001:db8:1:2'],
    ['[2001:db8:1:2::1]', 'ip:2001:db8:1:2'],
    ['fe80::1%eth0', 'ip:fe80:0:0:0'],
    ['::ffff:garbage', 'ip:unknown'],
    ['[]:443', 'ip:unknown'],
    ['', 'ip:unknown'],
    [`unknown:${'a'.repeat(500)}`, 'ip:unknown'],
  ])('at the address "%s" is %s', (ip, key) => {
    expect(getAddressKey(ip)).toBe(key)
  })

  test('whose proxy writes a port or nonsense into X-Forwarded-For is answered', async () => {
    await using api = await startApp({
      env: { TRUST_PROXY: '127.0.0.1' },
      extendApp: addTestRoutes,
    })
    const forwarded = ['192.0.2.1:5678', '[2001:db8::1]:443', 'nonsense:1:2', '192.0.2.1:80, 9:9:9']

    const statuses = await Promise.all(
      forwarded.flatMap((header) => [
        api.app.inject({ url: '/api/posts/browse', headers: { 'x-forwarded-for': header } }),
        callTestRoute(api, '127.0.0.1', { headers: { 'x-forwarded-for': header } }),
      ]),
    )

    expect(statuses.map((reply) => reply.statusCode)).toEqual(statuses.map(() => 200))
  })
})

type Api = Awaited<ReturnType<typeof startApp>>

function addTestRoutes(app: Api['app']) {
  const reply = async () => ({ success: true })
  app.post('/api/limited', { config: { access: 'public', csrf: 'origin' } }, reply)
  app.get('/api/limited', { config: { access: 'public', limit: 'people' } }, reply)
}

interface CallOptions {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
}

async function callTestRoute(
  { app }: Api,
  remoteAddress: string,
  { method = 'POST', headers = {} }: CallOptions = {},
) {
  return app.inject({
    method,
    url: '/api/limited',
    headers: { origin: 'http://localhost:3000', ...headers },
    remoteAddress,
  })
}
