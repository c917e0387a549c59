import { PostType } from '@dolph/contract/posts/post-type'
import { browsePosts, type Post } from '@dolph/contract/posts/posts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createMemberFixture, createPostFixture } from '../../../testing/fixtures.ts'
import { startApp } from '../../../testing/start-app.ts'
import { encodePostCursor } from './post-cursor.ts'
import { countQueries } from '../../../testing/count-queries.ts'
import { chooseSize } from '../../../testing/test-size.ts'

type Api = Awaited<ReturnType<typeof startApp>>

describe('browsing', () => {
  test('shows the newest post first, with its author and counters', async () => {
    await using api = await startApp()
    const ada = await createMemberFixture(api.db, 'ada')
    await createPostFixture(api.db, ada, { title: 'Tide' })
    await createPostFixture(api.db, ada, { title: 'Ebb' })

    const reply = await api.visitor.call(browsePosts, { querystring: {} })

    expect(reply.data.map((post) => post.title)).toEqual(['Ebb', 'Tide'])
    expect(reply.data[0]).toMatchObject({
      user: { _id: ada, userName: 'ada', profilePicture: '' },
      likes: [],
      likeCount: 0,
      commentCount: 0,
      isLiked: false,
    })
    expect(reply.nextCursor).toBeNull()
  })

  test('names at most the twenty newest likers of a post, newest first', async () => {
    await using api = await startApp()
    const post = await createPostFixture(api.db, await createMemberFixture(api.db, 'ada'))
    await sql`
      with fans as (
        insert into members (username) select 'fan_' || n from generate_series(1, 30) as n
        returning id, username)
      insert into post_likes (post_id, member_id, liked_at)
      select ${post}::uuid, id, now() + substr(username, 5)::int * interval '1 second' from fans
    `.execute(api.db)

    const [listed] = (await api.visitor.call(browsePosts, { querystring: {} })).data

    const newest = await api.db
      .selectFrom('post_likes')
      .select('member_id')
      .orderBy('liked_at', 'desc')
      .limit(20)
      .execute()
    expect(listed?.likes).toEqual(newest.map((like) => like.member_id))
  })

  test.each([
    ['a cursor of another kind', { cursor: 'bm9uc2Vuc2U' }],
    ['a cursor with invalid characters', { cursor: "' or 1=1" }],
    ['a page of no posts', { limit: '0' }],
    ['more posts than a page may have', { limit: '101' }],
    ['half a post', { limit: '1.5' }],
    ['a type that does not exist', { type: 'recipe' }],
  ])('refuses %s', async (_, querystring) => {
    await using api = await startApp()

    const reply = await api.app.inject({ url: browsePosts.url, query: querystring })

    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ success: false, code: 'invalid-input' })
  })

  test('answers 304 when nothing changed since the last request', async () => {
    await using api = await startApp()
    await createPostFixture(api.db, await createMemberFixture(api.db, 'ada'))
    const first = await api.visitor.send(browsePosts, { querystring: {} })
    const etag = String(first.headers['etag'])

    const unchanged = await api.visitor.send(
      browsePosts,
      { querystring: {} },
      { 'if-none-match': etag },
    )

    expect(etag).toMatch(/^W\/"/)
    expect(unchanged.statusCode).toBe(304)
    expect(unchanged.body).toBe('')
  })

  test('treats a stale session cookie like a visitor', async () => {
    await using api = await startApp()
    const headers = { cookie: '__Host-sid=long-gone' }
    const reply = await api.visitor.send(browsePosts, { querystring: {} }, headers)
    expect(reply.statusCode).toBe(200)
  })

  test('is compressed for clients that accept it', async () => {
    await using api = await startApp()
    const ada = await createMemberFixture(api.db, 'ada')
    for (let index = 0; index < 5; index += 1) await createPostFixture(api.db, ada)

    const plain = await api.visitor.send(browsePosts, { querystring: {} })
    const compressed = await api.visitor.send(
      browsePosts,
      { querystring: {} },
      { 'accept-encoding': 'br' },
    )

    expect(compressed.headers['content-encoding']).toBe('br')
    expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  })

  test('a hundred concurrent visitors cost one query', async () => {
    await using api = await startApp()
    await createPostFixture(api.db, await createMemberFixture(api.db, 'ada'))
    const queries = countQueries(api)

    const requests = Array.from({ length: 100 }, () =>
      api.visitor.call(browsePosts, { querystring: {} }),
    )
    await Promise.all(requests)

    expect(queries.count).toBe(1)
  })
})

describe('paging', () => {
  test('every page size and type gives each post exactly once, in order', async () => {
    await using api = await startApp({ env: { LIMITS: 'relaxed' } })
    const ada = await createMemberFixture(api.db, 'ada')
    const all = await createPostFixtures(api, ada, 60)

    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 30 }),
        fc.option(fc.constantFrom(...PostType.options)),
        async (limit, type) => {
          const expected = all.filter((post) => type === null || post.type === type)
          const listed = await readAllPages(api, limit, type)
          expect(listed.map((post) => post._id)).toEqual(expected.map((post) => post.id))
        },
      ),
      { numRuns: chooseSize({ short: 20, long: 60 }) },
    )
  })

  test('new posts neither duplicate nor hide older ones on later pages', async () => {
    await using api = await startApp({ env: { LIMITS: 'relaxed' } })
    const ada = await createMemberFixture(api.db, 'ada')
    const before = await createPostFixtures(api, ada, 30)

    const listed = await readAllPages(api, 4, null, () => createPostFixture(api.db, ada))

    expect(listed.map((post) => post._id)).toEqual(before.map((post) => post.id))
  })

  test('a post that was deleted meanwhile does not break the next page', async () => {
    await using api = await startApp()
    const ada = await createMemberFixture(api.db, 'ada')
    const posts = await createPostFixtures(api, ada, 10)
    const fifth = posts[4]?.id ?? ''
    await api.db.deleteFrom('posts').where('id', '=', fifth).execute()

    const querystring = { cursor: encodePostCursor({ _id: fifth, likes: null }) }
    const { data } = await api.visitor.call(browsePosts, { querystring })

    expect(data.map((post) => post._id)).toEqual(posts.slice(5).map((post) => post.id))
  })
})

/** Posts in the order of the feed, newest first; several share a millisecond. */
async function createPostFixtures({ db }: Api, authorId: string, count: number) {
  const posts: { id: string; type: PostType }[] = []
  const start = Date.UTC(2026, 0, 1)
  for (let index = 0; index < count; index += 1) {
    const type = PostType.options[(index * 7) % PostType.options.length] ?? 'other'
    const at = new Date(start + Math.floor(index / 3)).toISOString()
    const { rows } = await sql<{ id: string }>`select uuid_v7(${at}::timestamptz) as id`.execute(db)
    const id = await createPostFixture(db, authorId, { id: rows[0]?.id ?? '', type })
    posts.push({ id, type })
  }
  return posts.toSorted((a, b) => (a.id < b.id ? 1 : -1))
}

async function readAllPages(
  { visitor }: Api,
  limit: number,
  type: PostType | null,
  beforeNextPage = async () => '',
) {
  const listed: Post[] = []
  let cursor: string | null = null
  do {
    const page: { data: Post[]; nextCursor: string | null } = await visitor.call(browsePosts, {
      querystring: { limit: String(limit), ...(type && { type }), ...(cursor && { cursor }) },
    })
    listed.push(...page.data)
    cursor = page.nextCursor
    await beforeNextPage()
  } while (cursor)
  return listed
}
