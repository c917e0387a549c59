import { describe, expect, test } from 'vitest'
import { STORED_AT_HEADER } from '../lib/api/stored-response.ts'
import { createFakeCaches } from '../testing/fake-caches.ts'
import { respondToRequest } from './respond-to-request.ts'
import { createOfflineStore } from './offline-store.ts'

const VIEWER = '/api/users/me'
const POST = '/api/posts/auth/one'
const DAY_MS = 86_400_000

describe('an online request', () => {
  test('uses the network even if a response is stored, and stores the new one', async () => {
    const worker = await startWorker({ signedInAs: 'ada' })
    expect(await worker.readOnline(POST, 'first')).toBe('first')
    expect(await worker.readOnline(POST, 'second')).toBe('second')
    expect(await worker.readOffline(POST)).toBe('second')
  })

  test('refused by the server removes the stored response', async () => {
    const worker = await startWorker({ signedInAs: 'ada' })
    await worker.readOnline(POST, 'first')
    expect((await worker.request(POST, new Response('gone', { status: 404 }))).status).toBe(404)
    expect(await worker.readOffline(POST)).toBeNull()
  })

  test('failed with 5xx keeps the stored response', async () => {
    const worker = await startWorker({ signedInAs: 'ada' })
    await worker.readOnline(POST, 'first')
    expect((await worker.request(POST, new Response('', { status: 503 }))).status).toBe(503)
    expect(await worker.readOffline(POST)).toBe('first')
  })

  test('for the viewer gets the stored one while the server fails, and a refusal otherwise', async () => {
    const worker = await startWorker({ signedInAs: 'ada' })
    const away = await worker.request(VIEWER, new Response('', { status: 503 }))
    expect(await away.json()).toEqual({ _id: 'ada' })
    expect((await worker.request(VIEWER, new Response('', { status: 401 }))).status).toBe(401)
    expect((await worker.request(VIEWER, new Response('', { status: 503 }))).status).toBe(503)
  })
})

describe('a stored response', () => {
  test('carries the time at which it was stored', async () => {
    const worker = await startWorker({ signedInAs: 'ada' })
    expect(
      (await worker.request(POST, new Response('first'))).headers.get(STORED_AT_HEADER),
    ).toBeNull()
    const stored = await worker.request(POST)
    expect(stored.headers.get(STORED_AT_HEADER)).toBe(new Date(worker.time()).toISOString())
  })

  test('expires after a week', async () => {
    const worker = await startWorker({ signedInAs: 'ada' })
    await worker.readOnline(POST, 'first')
    worker.advance(7 * DAY_MS)
    expect(await worker.readOffline(POST)).toBe('first')
    worker.advance(1)
    expect(await worker.readOffline(POST)).toBeNull()
  })

  test('is evicted when it is the oldest of too many', async () => {
    const worker = await startWorker({ signedInAs: 'ada' })
    for (let index = 0; index < 200; index += 1)
      await worker.readOnline(`/api/posts/auth/${index}`, 'a post')
    expect(await worker.readOffline(VIEWER)).toContain('ada')
    expect(await worker.readOffline('/api/posts/auth/0')).toBe('a post')
    await worker.readOnline('/api/posts/auth/0', 'read again')
    await worker.readOnline('/api/posts/auth/200', 'a post')
    expect(await worker.readOffline('/api/posts/auth/0')).toBe('read again')
    expect(await worker.readOffline('/api/posts/auth/1')).toBeNull()
  })

  test('does not exist before the member is known', async () => {
    const worker = await startWorker({})
    await worker.readOnline(POST, 'first')
    expect(await worker.readOffline(POST)).toBeNull()
    expect(await worker.caches.keys()).toEqual([])
  })

  test('is removed by a deletion, except that of the viewer', async () => {
    const worker = await startWorker({ signedInAs: 'ada' })
    await worker.readOnline(POST, 'first')
    const delayed = worker.requestDelayed('/api/posts/auth/two')
    await worker.request('/api/posts/one', new Response('{}'), 'DELETE')
    await delayed.respond('second')
    expect(await worker.readOffline(POST)).toBeNull()
    expect(await worker.readOffline('/api/posts/auth/two')).toBeNull()
    expect(await worker.readOffline(VIEWER)).toContain('ada')
  })
})

test('a picture is fetched once', async () => {
  const worker = await startWorker({ signedInAs: 'ada' })
  expect(await worker.readOnline('/pictures/a-96.webp', 'a face')).toBe('a face')
  expect(await worker.readOnline('/pictures/a-96.webp', 'never asked for')).toBe('a face')
})

describe.each([
  ['logs out', (worker: Worker) => worker.request('/api/users/logout', new Response('{}'), 'POST')],
  [
    'deletes the account',
    (worker: Worker) => worker.request('/api/profile/delete-account', new Response('{}'), 'DELETE'),
  ],
  [
    'turns out to be signed out',
    (worker: Worker) => worker.request(VIEWER, new Response('{}', { status: 401 })),
  ],
  ['is cleared by a page', (worker: Worker) => worker.store.clear()],
])('a member who %s', (_, leave) => {
  test('leaves nothing behind', async () => {
    const worker = await startWorker({ signedInAs: 'ada' })
    await worker.readOnline(POST, 'first')
    await leave(worker)
    expect(await worker.caches.keys()).toEqual([])
    expect(await worker.readOffline(POST)).toBeNull()
    expect(await worker.readOffline(VIEWER)).toBeNull()
  })

  test('leaves no response behind that was under way', async () => {
    const worker = await startWorker({ signedInAs: 'ada' })
    const post = worker.requestDelayed(POST)
    const viewer = worker.requestDelayed(VIEWER)
    await leave(worker)
    await post.respond('first')
    await viewer.respond(JSON.stringify({ _id: 'ada' }))
    expect(await worker.caches.keys()).toEqual([])
  })

  test('leaves no response to the next member, not even a late one', async () => {
    const worker = await startWorker({ signedInAs: 'ada' })
    const post = worker.requestDelayed(POST)
    const viewer = worker.requestDelayed(VIEWER)
    await leave(worker)
    await worker.signIn('bob')
    await post.respond('first')
    await viewer.respond(JSON.stringify({ _id: 'ada' }))
    expect(await worker.caches.keys()).toEqual(['seen:bob'])
    expect(await worker.readOffline(POST)).toBeNull()
    expect(await worker.readOffline(VIEWER)).toContain('bob')
  })
})

test('another member sees nothing of the previous one', async () => {
  const worker = await startWorker({ signedInAs: 'ada' })
  await worker.readOnline(POST, 'first')
  const post = worker.requestDelayed('/api/posts/auth/two')
  await worker.signIn('bob')
  await post.respond('second')
  expect(await worker.caches.keys()).toEqual(['seen:bob'])
  expect(await worker.readOffline(POST)).toBeNull()
  expect(await worker.readOffline('/api/posts/auth/two')).toBeNull()
})

test('a page can clear the store without the worker', async () => {
  const worker = await startWorker({ signedInAs: 'ada' })
  const post = worker.requestDelayed(POST)
  await worker.settle()
  await worker.caches.delete('seen:ada')
  await post.respond('first')
  expect(await worker.caches.keys()).toEqual([])
})

test('a member cache deleted while it is opened is not recreated', async () => {
  const caches = createFakeCaches()
  const store = createOfflineStore(caches)
  await store.createMemberCache('ada', store.getGeneration())
  const open = caches.open.bind(caches)
  caches.open = async (name) => {
    await caches.delete(name)
    return open(name)
  }
  expect(await store.findMemberCache()).toBeUndefined()
  expect(await caches.keys()).toEqual([])
})

test('a member cache that is being created survives another request', async () => {
  const caches = createFakeCaches()
  const store = createOfflineStore(caches)
  let found: Promise<unknown> | undefined
  const open = caches.open.bind(caches)
  caches.open = async (name) => {
    const cache = await open(name)
    const put = cache.put.bind(cache)
    cache.put = async (url, response) => {
      found ??= store.findMemberCache()
      await new Promise((resolve) => setTimeout(resolve))
      await put(url, response)
    }
    return cache
  }

  await store.createMemberCache('ada', store.getGeneration())
  expect(await found).toMatchObject({ member: 'ada' })
  expect(await caches.keys()).toEqual(['seen:ada'])
})

type Worker = Awaited<ReturnType<typeof startWorker>>

async function startWorker({ signedInAs }: { signedInAs?: string }) {
  let time = Date.parse('2026-11-15T12:00:00Z')
  const caches = createFakeCaches()
  const store = createOfflineStore(caches, () => time)

  async function run(path: string, network: () => Promise<Response>, method = 'GET') {
    const work: Promise<unknown>[] = []
    const context = {
      store,
      fetch: network,
      waitUntil: (more: Promise<unknown>) => work.push(more),
    }
    const fetched = new Request(new URL(path, 'https://dolph.test'), { method })
    try {
      return await respondToRequest(fetched, context)
    } finally {
      await Promise.all(work)
    }
  }

  /** Without a response the network fails. */
  const request = (path: string, response?: Response, method?: string) =>
    run(path, async () => response ?? Promise.reject(new TypeError('Failed to fetch')), method)

  const worker = {
    caches,
    store,
    request,
    time: () => time,
    advance: (milliseconds: number) => (time += milliseconds),
    settle: () => new Promise((resolve) => setTimeout(resolve)),
    readOnline: async (path: string, body: string) =>
      (await request(path, new Response(body))).text(),
    readOffline: async (path: string) =>
      request(path)
        .then((response) => response.text())
        .catch(() => null),
    signIn: (member: string) => request(VIEWER, new Response(JSON.stringify({ _id: member }))),
    requestDelayed: (path: string) => {
      const { promise, resolve } = Promise.withResolvers<Response>()
      const response = run(path, () => promise)
      return {
        respond: async (body: string) => {
          resolve(new Response(body))
          await response
        },
      }
    },
  }
  if (signedInAs !== undefined) await worker.signIn(signedInAs)
  return worker
}
