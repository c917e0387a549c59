import { OPEN_ROLES_MAX } from '@dolph/contract/roles/roles'
import { buildBadgePath } from '@dolph/contract/posts/share-cards'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import {
  createMemberFixture,
  createPostFixture,
  createRoleFixture,
} from '../../../testing/fixtures.ts'
import { startTcpProxy } from '../../../testing/servers/tcp-proxy.ts'
import { createPrimaryReaders } from '../../../platform/db/standbys/readers.ts'
import { startApp } from '../../../testing/start-app.ts'
import { databaseAddress } from '../../../testing/test-database.ts'
import { countQueries } from '../../../testing/count-queries.ts'

const UNKNOWN_ID = '01932dad-55f0-7c01-9923-d974d6c5fc09'

type TestApp = Awaited<ReturnType<typeof startApp>>

async function readBadge(api: TestApp, id: string) {
  const reply = await api.app.inject(buildBadgePath(id))
  return /<title>(?<label>[^<]*)</.exec(reply.body)?.groups?.['label']
}

/** Lets a second pass, after which every process has read the post again. */
function passSecond() {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_001)
}

describe('the badge of a project', () => {
  test('says how many roles are open, and never what a member wrote', async () => {
    await using api = await startApp()
    const ada = await createMemberFixture(api.db, 'ada')
    const post = await createPostFixture(api.db, ada, { title: '"><script>alert(1)</script>' })
    await createRoleFixture(api.db, post, { title: '</title><script>', skills: ['<svg onload=1>'] })
    await createRoleFixture(api.db, post)

    const reply = await api.app.inject(buildBadgePath(post))

    expect(reply.statusCode).toBe(200)
    expect(reply.body).toContain('2 roles open</text>')
    expect(reply.body).not.toMatch(/script|onload/)
    expect(reply.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(reply.headers['set-cookie']).toBeUndefined()
    const headers = { 'if-none-match': String(reply.headers['etag']) }
    const unchanged = await api.app.inject({ url: buildBadgePath(post), headers })
    expect(unchanged.statusCode).toBe(304)
  })

  test('exists for every number of roles that a project can open', async () => {
    await using api = await startApp()
    const ada = await createMemberFixture(api.db, 'ada')
    const labels = []
    for (let count = 1; count <= OPEN_ROLES_MAX; count += 1) {
      const post = await createPostFixture(api.db, ada)
      for (let index = 0; index < count; index += 1) await createRoleFixture(api.db, post)
      labels.push(await readBadge(api, post))
    }
    expect(labels).toEqual([
      'Dolph: 1 role open',
      ...[2, 3, 4, 5].map((count) => `Dolph: ${count} roles open`),
    ])
  })

  test('says whether a project without open roles looks for people', async () => {
    await using api = await startApp()
    const ada = await createMemberFixture(api.db, 'ada')
    const seeking = { type: 'seeking-contributors' } as const
    const [looking, paused, orphan, quiet] = await Promise.all([
      createPostFixture(api.db, ada, seeking),
      createPostFixture(api.db, ada, seeking),
      createPostFixture(api.db, ada),
      createPostFixture(api.db, ada),
    ])
    await api.db
      .insertInto('projects')
      .values([
        { post_id: paused, state: 'paused' },
        { post_id: orphan, state: 'needs-owner' },
      ])
      .execute()
    expect(await readBadge(api, looking)).toBe('Dolph: on the lookout')
    expect(await readBadge(api, paused)).toBe('Dolph: not looking now')
    expect(await readBadge(api, orphan)).toBe('Dolph: on the lookout')
    expect(await readBadge(api, quiet)).toBe('Dolph: not looking now')
  })

  test.each(['hidden', 'deleted', 'of a deleted member'])(
    'is the plain one within a second after the post is %s, on every process',
    async (change) => {
      await using api = await startApp()
      await using other = await startApp({ shareWith: api })
      const ada = await createMemberFixture(api.db, 'ada')
      const post = await createPostFixture(api.db, ada)
      expect(await readBadge(api, post)).toBe('Dolph: not looking now')
      expect(await readBadge(other, post)).toBe('Dolph: not looking now')

      const changes: Record<string, () => Promise<unknown>> = {
        hidden: () =>
          api.db
            .updateTable('posts')
            .set({ hidden_at: sql<string>`now()` })
            .where('id', '=', post)
            .execute(),
        deleted: () => api.db.deleteFrom('posts').where('id', '=', post).execute(),
        'of a deleted member': () =>
          api.db
            .updateTable('members')
            .set({ deleted_at: sql<string>`now()` })
            .where('id', '=', ada)
            .execute(),
      }
      await changes[change]?.()
      passSecond()

      expect(await readBadge(api, post)).toBe('Dolph')
      expect(await readBadge(other, post)).toBe('Dolph')
      vi.restoreAllMocks()
    },
  )

  test.each([
    [UNKNOWN_ID, 1],
    [UNKNOWN_ID.toUpperCase(), 0],
    ['x', 0],
    ['%00', 0],
    ['"><script>', 0],
    ['a'.repeat(300), 0],
  ])('is the plain one for the unknown id %s', async (id, expectedQueries) => {
    // With standbys, an unknown one is asked for on the primary too.
    await using api = await startApp({ createReaders: createPrimaryReaders })
    const queries = countQueries(api)
    const path = `/badge/${encodeURIComponent(id)}.svg`
    const replies = await Promise.all(Array.from({ length: 50 }, () => api.app.inject(path)))
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ body }) => /<title>(.*)<\/title>/.exec(body)?.[1]))).toEqual(
      new Set(['Dolph']),
    )
    expect(queries.count).toBe(expectedQueries)
  })

  test('is the last known one while the database is down, and the plain one where none is known', async () => {
    await using proxy = await startTcpProxy(databaseAddress)
    const viaProxy = (url: URL) => Object.assign(url, { hostname: '127.0.0.1', port: proxy.port })
    await using api = await startApp({ rewriteDatabaseUrl: viaProxy })
    const ada = await createMemberFixture(api.db, 'ada')
    const [known, unread] = [
      await createPostFixture(api.db, ada),
      await createPostFixture(api.db, ada),
    ]
    await readBadge(api, known)
    await proxy.disconnect()
    passSecond()

    expect(await readBadge(api, known)).toBe('Dolph: not looking now')
    const reply = await api.app.inject(buildBadgePath(unread))
    vi.restoreAllMocks()
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(reply.body).toContain('<title>Dolph</title>')
  })
})
