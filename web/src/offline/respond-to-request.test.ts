import { describe, expect, test } from 'vitest'
import { STORED_AT_HEADER } from '../lib/stored-response.ts'
import { createFakeCaches } from '../testing/fake-caches.ts'
import { respondToRequest } from './respond-to-request.ts'
import { createOfflineStore } from './offline-store.ts'

const VIEWER = '/api/users/me'
const POST = '/api/posts/auth/one'
const DAY_MS = 86_400_000

describe('a network that works', () => {
  test('is always asked, and what it says is kept', async () => {
    const worker = await startWorker({ signedInAs: 'ada' })
    expect(await worker.text(POST, 'first')).toBe('first')
    expect(await worker.text(POST, 'second')).toBe('second')
    expect(await worker.cutOff(POST)).toBe('second')
  })

  test('that refuses is believed, and what it once said is forgotten', async () => {
    const worker = await startWorker({ signedInAs: 'ada' })
    await worker.text(POST, 'first')
    expect((await worker.ask(POST, new Response('gone', { status: 404 }))).status).toBe(404)
    expect(await worker.cutOff(POST)).toBeNull()
  })

  test('with a server that is down is believed too, and nothing is forgotten', async () => {
    const worker = await startWorker({ signedInAs: 'ada' })
    await worker.text(POST, 'first')
    expect((await worker.ask(POST, new Response('', { status: 503 }))).status).toBe(503)
    expect(await worker.cutOff(POST)).toBe('first')
  })
})

describe('what is stored', () => {
  test('says that it is, and since when', async () => {
    const worker = await startWorker({ signedInAs: 'ada' })
    expect((await worker.ask(POST, new Response('first'))).headers.get(STORED_AT_HEADER)).toBeNull()
    const stored = await worker.ask(POST)
    expect(stored.headers.get(STORED_AT_HEADER)).toBe(new Date(worker.time()).toISOString())
  })

  test('is not shown after a week', async () => {
    const worker = await startWorker({ signedInAs: 'ada' })
    await worker.text(POST, 'first')
    worker.pass(7 * DAY_MS)
    expect(await worker.cutOff(POST)).toBe('first')
    worker.pass(1)
    expect(await worker.cutOff(POST)).toBeNull()
  })

  test('is bounded: the oldest goes first', async () => {
    const worker = await startWorker({ signedInAs: 'ada' })
    for (let nth = 0; nth < 200; nth += 1) await worker.text(`/api/posts/auth/${nth}`, 'a post')
    expect(await worker.cutOff(VIEWER)).toContain('ada')
    expect(await worker.cutOff('/api/posts/auth/0')).toBe('a post')
    await worker.text('/api/posts/auth/0', 'read again')
    await worker.text('/api/posts/auth/200', 'a post')
    expect(await worker.cutOff('/api/posts/auth/0')).toBe('read again')
    expect(await worker.cutOff('/api/posts/auth/1')).toBeNull()
  })

  test('is nothing before it is known who is looking', async () => {
    const worker = await startWorker({})
    await worker.text(POST, 'first')
    expect(await worker.cutOff(POST)).toBeNull()
    expect(await worker.caches.keys()).toEqual([])
  })

  test('does not bring back what was deleted, but still knows who is looking', async () => {
    const worker = await startWorker({ signedInAs: 'ada' })
    await worker.text(POST, 'first')
    const late = worker.askLate('/api/posts/auth/two')
    await worker.ask('/api/posts/one', new Response('{}'), 'DELETE')
    await late.arrive('second')
    expect(await worker.cutOff(POST)).toBeNull()
    expect(await worker.cutOff('/api/posts/auth/two')).toBeNull()
    expect(await worker.cutOff(VIEWER)).toContain('ada')
  })
})

test('a picture is fetched once', async () => {
  const worker = await startWorker({ signedInAs: 'ada' })
  expect(await worker.text('/pictures/a-96.webp', 'a face')).toBe('a face')
  expect(await worker.text('/pictures/a-96.webp', 'never asked for')).toBe('a face')
})

describe.each([
  ['logs out', (worker: Worker) => worker.ask('/api/users/logout', new Response('{}'), 'POST')],
  [
    'deletes the account',
    (worker: Worker) => worker.ask('/api/profile/delete-account', new Response('{}'), 'DELETE'),
  ],
  [
    'is found signed out',
    (worker: Worker) => worker.ask(VIEWER, new Response('{}', { status: 401 })),
  ],
  ['is forgotten by a page', (worker: Worker) => worker.shelf.clear()],
])('a member who %s', (_, leave) => {
  test('leaves nothing behind', async () => {
    const worker = await startWorker({ signedInAs: 'ada' })
    await worker.text(POST, 'first')
    await leave(worker)
    expect(await worker.caches.keys()).toEqual([])
    expect(await worker.cutOff(POST)).toBeNull()
    expect(await worker.cutOff(VIEWER)).toBeNull()
  })

  test('leaves nothing behind that was on its way', async () => {
    const worker = await startWorker({ signedInAs: 'ada' })
    const post = worker.askLate(POST)
    const viewer = worker.askLate(VIEWER)
    await leave(worker)
    await post.arrive('first')
    await viewer.arrive(JSON.stringify({ _id: 'ada' }))
    expect(await worker.caches.keys()).toEqual([])
  })

  test('leaves nothing to whoever signs in next, not even late', async () => {
    const worker = await startWorker({ signedInAs: 'ada' })
    const post = worker.askLate(POST)
    const viewer = worker.askLate(VIEWER)
    await leave(worker)
    await worker.signIn('bob')
    await post.arrive('first')
    await viewer.arrive(JSON.stringify({ _id: 'ada' }))
    expect(await worker.caches.keys()).toEqual(['seen:bob'])
    expect(await worker.cutOff(POST)).toBeNull()
    expect(await worker.cutOff(VIEWER)).toContain('bob')
  })
})

test('somebody else who turns out to be looking sees nothing of whoever did before', async () => {
  const worker = await startWorker({ signedInAs: 'ada' })
  await worker.text(POST, 'first')
  const post = worker.askLate('/api/posts/auth/two')
  await worker.signIn('bob')
  await post.arrive('second')
  expect(await worker.caches.keys()).toEqual(['seen:bob'])
  expect(await worker.cutOff(POST)).toBeNull()
  expect(await worker.cutOff('/api/posts/auth/two')).toBeNull()
})

test('a page that throws everything away needs no worker to hear of it', async () => {
  const worker = await startWorker({ signedInAs: 'ada' })
  const post = worker.askLate(POST)
  await worker.settle()
  await worker.caches.delete('seen:ada')
  await post.arrive('first')
  expect(await worker.caches.keys()).toEqual([])
})

test('a shelf that is taken away while it is looked for is not put up again by that', async () => {
  const caches = createFakeCaches()
  const shelf = createOfflineStore(caches)
  await shelf.createMemberCache('ada', shelf.getGeneration())
  const open = caches.open.bind(caches)
  caches.open = async (name) => {
    await caches.delete(name)
    return open(name)
  }
  expect(await shelf.findMemberCache()).toBeUndefined()
  expect(await caches.keys()).toEqual([])
})

type Worker = Awaited<ReturnType<typeof startWorker>>

async function startWorker({ signedInAs }: { signedInAs?: string }) {
  let time = Date.parse('2026-11-15T12:00:00Z')
  const caches = createFakeCaches()
  const shelf = createOfflineStore(caches, () => time)

  async function run(path: string, network: () => Promise<Response>, method = 'GET') {
    const work: Promise<unknown>[] = []
    const means = {
      store: shelf,
      fetch: network,
      waitUntil: (more: Promise<unknown>) => work.push(more),
    }
    const request = new Request(new URL(path, 'https://dolph.test'), { method })
    try {
      return await respondToRequest(request, means)
    } finally {
      await Promise.all(work)
    }
  }

  /** Without a reply the network fails. */
  const ask = (path: string, reply?: Response, method?: string) =>
    run(path, async () => reply ?? Promise.reject(new TypeError('Failed to fetch')), method)

  const worker = {
    caches,
    shelf,
    ask,
    time: () => time,
    pass: (milliseconds: number) => (time += milliseconds),
    settle: () => new Promise((resolve) => setTimeout(resolve)),
    text: async (path: string, body: string) => (await ask(path, new Response(body))).text(),
    cutOff: async (path: string) =>
      ask(path)
        .then((reply) => reply.text())
        .catch(() => null),
    signIn: (member: string) => ask(VIEWER, new Response(JSON.stringify({ _id: member }))),
    askLate: (path: string) => {
      const { promise, resolve } = Promise.withResolvers<Response>()
      const answered = run(path, () => promise)
      return {
        arrive: async (body: string) => {
          resolve(new Response(body))
          await answered
        },
      }
    },
  }
  if (signedInAs !== undefined) await worker.signIn(signedInAs)
  return worker
}
