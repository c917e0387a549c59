import { setImmediate } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { startTcpProxy } from '../../../testing/servers/tcp-proxy.ts'
import { generateIpAddress } from '../../../testing/generate-ip-address.ts'
import { createMemberFixture, createPostFixture } from '../../../testing/fixtures.ts'
import { startApp } from '../../../testing/start-app.ts'
import { databaseAddress } from '../../../testing/test-database.ts'
import { countQueries } from '../../../testing/count-queries.ts'

const READS_PER_MINUTE = 600
/** Characters that PostgreSQL stores and XML forbids: control characters and noncharacters. */
const INVALID_XML = '\u0001\u0008\u000B\u001F\uFFFE\uFFFF'

describe('the Atom feed', () => {
  test('has the newest twenty projects, newest first, with author and link', async () => {
    await using api = await startApp({ env: { APP_ORIGIN: 'https://dolph.example' } })
    const ada = await createMemberFixture(api.db, 'ada')
    for (let index = 1; index <= 21; index += 1)
      await createPostFixture(api.db, ada, { title: `Tide ${index}` })
    const id = await createPostFixture(api.db, ada, {
      title: 'Ebb',
      type: 'open-source',
      body: '**Low** tide',
    })

    const reply = await api.app.inject('/feed.xml')

    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    expect(reply.headers['cache-control']).toBe('public, max-age=60')
    const entries = reply.body.split('<entry>').slice(1)
    expect(entries).toHaveLength(20)
    expect(entries[0]).toContain('<![CDATA[Ebb]]>')
    expect(entries[0]).toContain(`<id>urn:uuid:${id}</id>`)
    expect(entries[0]).toContain(`<link href="https://dolph.example/p/${id}/ebb"/>`)
    expect(entries[0]).toContain('<name>ada</name>')
    expect(entries[0]).toContain('<category term="open-source"/>')
    expect(entries[0]).toContain('<![CDATA[Low tide]]>')
    expect(entries[19]).toContain('<![CDATA[Tide 3]]>')
  })

  test('contains no more about a project than its card', async () => {
    await using api = await startApp()
    const ada = await createMemberFixture(api.db, 'ada')
    await createPostFixture(api.db, ada, { body: `${'word '.repeat(100)}the end` })

    const { body } = await api.app.inject('/feed.xml')

    expect(new Set(body.match(/<(\w+)/g))).toEqual(
      new Set(
        ['feed', 'id', 'title', 'updated', 'link', 'subtitle', 'icon', 'entry', 'summary']
          .concat(['author', 'name', 'category', 'published'])
          .map((name) => `<${name}`),
      ),
    )
    expect(body).not.toContain('the end')
    expect(body).not.toContain(ada)
  })

  test('is well-formed XML whatever members write', async () => {
    await using api = await startApp()
    const ada = await createMemberFixture(api.db, 'ada')
    const hostile = `]]> ]]> <script>alert(1)</script> &amp; &bogus; "'${INVALID_XML}`
    await createPostFixture(api.db, ada, { title: hostile.slice(0, 100), body: hostile })

    const { body } = await api.app.inject('/feed.xml')

    expect(body).not.toMatch(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u)
    expect(body).not.toContain('<script')
    // Every CDATA section ends directly before its closing tag, never inside the text of a member.
    expect(body.match(/\]\]>/g)).toHaveLength(body.match(/\]\]><\/(title|summary)>/g)?.length ?? 0)
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp;amp; &amp;bogus;')
  })

  test('is empty, and the same on every process, while there are no projects', async () => {
    await using one = await startApp()
    await using other = await startApp()
    const replies = [await one.app.inject('/feed.xml'), await other.app.inject('/feed.xml')]
    expect(replies[0]?.body).not.toContain('<entry>')
    expect(replies[0]?.body).toBe(replies[1]?.body)
  })

  test('answers 304 when nothing changed since the last request', async () => {
    await using api = await startApp()
    await createPostFixture(api.db, await createMemberFixture(api.db, 'ada'))
    const first = await api.app.inject('/feed.xml')
    const unchanged = await api.app.inject({
      url: '/feed.xml',
      headers: { 'if-none-match': String(first.headers['etag']) },
    })
    expect(unchanged.statusCode).toBe(304)
    expect(unchanged.body).toBe('')
  })

  test('costs one query for many concurrent readers, whatever query string they send', async () => {
    await using api = await startApp()
    await createPostFixture(api.db, await createMemberFixture(api.db, 'ada'))
    const queries = countQueries(api)

    await Promise.all(
      Array.from({ length: 100 }, (_, index) => api.app.inject(`/feed.xml?reader=${index}`)),
    )

    expect(queries.count).toBe(1)
  })

  test('blocks no other request while it is rendered from posts full of spaces', async () => {
    await using api = await startApp()
    const ada = await createMemberFixture(api.db, 'ada')
    for (let index = 0; index < 3; index += 1)
      await createPostFixture(api.db, ada, { body: `# ${' '.repeat(4_990)}x` })
    const answered: string[] = []
    const request = async (url: string) => {
      expect((await api.app.inject(url)).statusCode).toBe(200)
      answered.push(url)
    }

    const blockedMs = await measureLongestBlock(async () => {
      await Promise.all([request('/feed.xml'), request('/healthz')])
    })

    expect(answered).toEqual(['/healthz', '/feed.xml'])
    expect(blockedMs).toBeLessThan(50)
  })

  test('is refused to a reader above the rate limit', async () => {
    await using api = await startApp()
    const remoteAddress = generateIpAddress()
    const statuses: number[] = []
    for (let index = 0; index <= READS_PER_MINUTE; index += 1) {
      statuses.push((await api.app.inject({ url: '/feed.xml', remoteAddress })).statusCode)
    }
    expect(statuses.at(-2)).toBe(200)
    expect(statuses.at(-1)).toBe(429)
  })

  test('is served from the cache while the database is down', async () => {
    await using proxy = await startTcpProxy(databaseAddress)
    const viaProxy = (url: URL) => Object.assign(url, { hostname: '127.0.0.1', port: proxy.port })
    await using api = await startApp({ rewriteDatabaseUrl: viaProxy })
    await createPostFixture(api.db, await createMemberFixture(api.db, 'ada'))
    const before = await api.app.inject('/feed.xml')

    await proxy.disconnect()
    const later = performance.now() + 60_000
    vi.spyOn(performance, 'now').mockReturnValue(later)
    const during = await api.app.inject('/feed.xml')
    vi.restoreAllMocks()

    expect(during.statusCode).toBe(200)
    expect(during.body).toBe(before.body)
  })
})

/** The longest time, in ms of this thread's processor time, for which the task let nothing else run. */
async function measureLongestBlock(task: () => Promise<void>): Promise<number> {
  let longest = 0
  let isDone = false
  const watch = async () => {
    while (!isDone) {
      const before = process.threadCpuUsage()
      await setImmediate()
      const { user, system } = process.threadCpuUsage(before)
      longest = Math.max(longest, (user + system) / 1_000)
    }
  }
  await Promise.all([watch(), task().finally(() => (isDone = true))])
  return longest
}
