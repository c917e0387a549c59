import { deleteAccount, giveProof, logIn, logOut } from '@dolph/contract/accounts/accounts'
import { browsePosts } from '@dolph/contract/posts/posts'
import { blockMember } from '@dolph/contract/safety/safety'
import { endOtherSessions } from '@dolph/contract/accounts/sessions'
import { getCsrfToken, getViewer } from '@dolph/contract/accounts/viewer'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { runCommand } from '../../admin/testing/run-command.ts'
import type { Browser } from '../../testing/browser.ts'
import { countQueries } from '../../testing/count-queries.ts'
import { createPostFixture } from '../../testing/fixtures.ts'
import { startRunningClock } from '../../testing/running-clock.ts'
import { startTcpProxy } from '../../testing/servers/tcp-proxy.ts'
import { PASSWORD, signInNewMember } from '../../testing/sign-up-member.ts'
import { startApp, TEST_REDIS_URL } from '../../testing/start-app.ts'
import { publishSessionChange } from '../realtime/bus.ts'
import { RecentSessions } from './recent-sessions.ts'

const RELAXED = { env: { LIMITS: 'relaxed' } }
const REDIS_ADDRESS = { host: '127.0.0.1', port: Number(new URL(TEST_REDIS_URL).port) }
const realNow = performance.now.bind(performance)

type Api = Awaited<ReturnType<typeof startApp>>

afterEach(() => vi.restoreAllMocks())

const ok = async () => 'in'

/** Whatever a process knows of sessions stays as recent as it is, so that only the bus can make it look them up again. */
function stopClock(): void {
  vi.spyOn(performance, 'now').mockReturnValue(realNow())
}

function passSecond(): void {
  vi.spyOn(performance, 'now').mockReturnValue(realNow() + 1_001)
}

/** The same browser on another process. */
function openOn(api: Api, browser: Browser): Browser {
  const copy = api.browser()
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
  return copy
}

async function readStatus(browser: Browser): Promise<number> {
  return (await browser.send(getViewer, {})).statusCode
}

test('requests of a member within a second cost one lookup of the session', async () => {
  await using api = await startApp(RELAXED)
  const ada = await signInNewMember(api, 'ada')
  stopClock()
  await readStatus(ada)
  const queries = countQueries(api)
  await ada.call(browsePosts, { querystring: {} })
  const { count } = queries

  passSecond()
  await ada.call(browsePosts, { querystring: {} })

  expect(queries.count - count).toBe(count + 1)
})

describe('another process that has just looked up the session refuses it when', () => {
  test.each<[string, (ada: Browser, api: Api) => Promise<unknown>]>([
    ['the member logs out', (ada) => ada.call(logOut, {})],
    [
      'the member ends other sessions',
      async (_, api) => {
        const other = api.browser()
        await other.call(logIn, { body: { email: 'ada@example.test', password: PASSWORD } })
        await other.call(endOtherSessions, {})
      },
    ],
    [
      'the member deletes the account',
      (ada) => ada.call(deleteAccount, { body: { password: PASSWORD } }),
    ],
    [
      'an operator ends the sessions',
      (_, api) => runCommand(api, 'member', 'sign-out', 'ada', '--yes'),
    ],
  ])('%s', async (_, endSession) => {
    await using api = await startApp(RELAXED)
    await using other = await startApp({ ...RELAXED, shareWith: api })
    const ada = await signInNewMember(api, 'ada')
    const elsewhere = openOn(other, ada)
    stopClock()
    expect(await readStatus(elsewhere)).toBe(200)

    await endSession(ada, api)

    expect(await readStatus(openOn(api, elsewhere))).toBe(401)
    await expect.poll(() => readStatus(openOn(other, elsewhere))).toBe(401)
  })
})

test('a session that ended is refused by another process within 100 ms', async () => {
  await using api = await startApp(RELAXED)
  await using other = await startApp({ ...RELAXED, shareWith: api })
  await signInNewMember(api, 'ada')
  const delays: number[] = []
  for (let run = 0; run < 5; run += 1) {
    const ada = api.browser()
    await ada.call(logIn, { body: { email: 'ada@example.test', password: PASSWORD } })
    const elsewhere = openOn(other, ada)
    expect(await readStatus(elsewhere)).toBe(200)
    await ada.call(logOut, {})
    using clock = startRunningClock()
    while ((await readStatus(openOn(other, elsewhere))) === 200);
    delays.push(clock.readMs())
  }
  // The median: a machine that stands still for a moment says nothing of the bus.
  expect(delays.toSorted((one, two) => one - two)[2]).toBeLessThan(100)
})

test('a block, a proof and a suspension are known to another process at once', async () => {
  const extendApp = (app: Api['app']) => {
    app.get('/api/tides', { config: { access: 'member', restriction: 'suspension' } }, ok)
    app.get('/api/moons', { config: { access: 'member', proof: 'always' } }, ok)
  }
  await using api = await startApp(RELAXED)
  await using other = await startApp({ ...RELAXED, shareWith: api, extendApp })
  const [ada, bob] = [await signInNewMember(api, 'ada'), await signInNewMember(api, 'bob')]
  const bobId = (await bob.call(getViewer, {})).data._id
  await createPostFixture(api.db, bobId)
  const elsewhere = openOn(other, ada)
  stopClock()
  const countPosts = async () =>
    (await elsewhere.call(browsePosts, { querystring: {} })).data.length
  const openPage = async (url: string) => (await elsewhere.request('GET', url)).statusCode
  expect(await countPosts()).toBe(1)
  expect([await openPage('/api/tides'), await openPage('/api/moons')]).toEqual([200, 403])

  await ada.call(blockMember, { params: { id: bobId } })
  await expect.poll(countPosts).toBe(0)
  await ada.call(giveProof, { body: { password: PASSWORD } })
  await expect.poll(() => openPage('/api/moons')).toBe(200)
  await runCommand(api, 'member', 'suspend', 'ada', '--reason', 'Spam', '--yes')
  await expect.poll(() => openPage('/api/tides')).toBe(403)
  await runCommand(api, 'member', 'release', 'ada', '--yes')
  await expect.poll(() => openPage('/api/tides')).toBe(200)
})

/** A member on two processes, of which the second reaches Redis through a proxy. */
async function startBehindProxy() {
  await using resources = new AsyncDisposableStack()
  const api = resources.use(await startApp(RELAXED))
  const proxy = resources.use(await startTcpProxy(REDIS_ADDRESS))
  const viaProxy = Object.assign(new URL(TEST_REDIS_URL), { port: String(proxy.port) }).href
  const env = { LIMITS: 'relaxed', REDIS_URL: viaProxy }
  const other = resources.use(await startApp({ shareWith: api, env }))
  const ada = await signInNewMember(api, 'ada')
  const started = resources.move()
  return {
    ada,
    elsewhere: openOn(other, ada),
    other,
    proxy,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

test('without Redis every request looks the session up', async () => {
  await using processes = await startBehindProxy()
  const { ada, elsewhere, other, proxy } = processes
  stopClock()
  expect(await readStatus(elsewhere)).toBe(200)
  await proxy.disconnect()
  await expect.poll(() => other.bus.isConnected).toBe(false)

  await ada.call(logOut, {})

  expect(await readStatus(elsewhere)).toBe(401)
})

test('while Redis hangs, a session that ended elsewhere is refused after a second', async () => {
  await using processes = await startBehindProxy()
  const { ada, elsewhere, proxy } = processes
  expect(await readStatus(elsewhere)).toBe(200)
  proxy.freeze()

  await ada.call(logOut, {})
  passSecond()

  expect(await readStatus(elsewhere)).toBe(401)
})

test.each([
  ['has looked up', async (browser: Browser) => void (await readStatus(browser))],
  ['does not know', async () => {}],
])(
  'a request of a session that the process %s is refused if the session ends while Redis hangs',
  async (_, prepare) => {
    await using processes = await startBehindProxy()
    const { ada, elsewhere, other, proxy } = processes
    await prepare(elsewhere)
    const { token } = await ada.call(getCsrfToken, {})
    const count = vi.spyOn(other.app, 'countRequest')
    proxy.freeze()
    const headers = { 'x-csrf-token': token }
    const { method, url } = endOtherSessions
    const reply = elsewhere.request(method, url, { headers })
    await expect.poll(() => count.mock.calls.length).toBe(1)

    await ada.call(logOut, {})
    passSecond()
    proxy.resume()

    // It is a visitor's request by now, and the CSRF token is not a visitor's.
    expect((await reply).statusCode).toBe(403)
  },
)

test('requests of a member who comes back write once that they were seen', async () => {
  await using api = await startApp(RELAXED)
  const ada = await signInNewMember(api, 'ada')
  const queries = countQueries(api)
  const countQueriesOfReads = async () => {
    const { count } = queries
    for (let call = 0; call < 5; call += 1) await readStatus(ada)
    return queries.count - count
  }
  passSecond()
  const fresh = await countQueriesOfReads()
  const seenAt = new Date(Date.now() - 600_000).toISOString()
  await api.db.updateTable('sessions').set({ last_seen_at: seenAt }).execute()
  vi.spyOn(performance, 'now').mockReturnValue(realNow() + 5_000)

  expect(await countQueriesOfReads()).toBe(fresh + 1)
})

test('a change during the lookup counts, even though the lookup ends after it', () => {
  const listeners: ((subject: string, memberId: string) => void)[] = []
  const sessions = new RecentSessions<{ memberId: string }>({
    isConnected: true,
    subscribeTo: (_, listener) => {
      listeners.push(listener)
      return { ready: Promise.resolve(), unsubscribe: () => {} }
    },
  })
  const bus = { publishAbout: (_: string, id: string) => listeners.forEach((tell) => tell('', id)) }
  const lookedUpAt = performance.now()
  publishSessionChange(bus, 'ada')
  sessions.set('token of ada', { memberId: 'ada' }, lookedUpAt)
  sessions.set('token of bob', { memberId: 'bob' }, lookedUpAt)

  expect(sessions.get('token of ada')).toBeUndefined()
  expect(sessions.get('token of bob')).toEqual({ memberId: 'bob' })
})
