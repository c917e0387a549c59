import { type PostType } from '@dolph/contract/posts/post-type'
import { Sort, TimeRange } from '@dolph/contract/posts/post-filter'
import { browsePosts } from '@dolph/contract/posts/posts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import type { Browser } from '../../../testing/browser.ts'
import { signInNewMember } from '../../../testing/sign-up-member.ts'
import { createMemberFixture, createPostFixture } from '../../../testing/fixtures.ts'
import { startApp } from '../../../testing/start-app.ts'
import { encodePostCursor } from './post-cursor.ts'
import { getLowestPostIdAt } from '../post-ids.ts'
import { refreshRanks } from '../ranks/ranks.ts'
import { chooseSize } from '../../../testing/test-size.ts'

const POSTS = 150
const NEW_POSTS_MAX = 3
const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS
const ZONES = [
  'UTC',
  'Europe/Lisbon',
  'America/Los_Angeles',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/Havana',
]

interface FixturePost {
  id: string
  at: number
  type: PostType
  author: string
  likes: number
}

interface Filter {
  type: PostType | null
  sort: Sort
  range: TimeRange
  tz: string
  author: string | null
  limit: number
}

describe('filter, sort, range and author', () => {
  test('return the same as filtering all posts in memory, page by page, while new posts arrive', async () => {
    await using api = await startApp({ env: { LIMITS: 'relaxed' } })
    const ada = await signInNewMember(api, 'ada')
    const authors = [
      await createMemberFixture(api.db, 'bob'),
      await createMemberFixture(api.db, 'cleo'),
    ]
    const seed = Date.now() % 2 ** 31
    const posts = await createPostFixtures(api.db, authors, seed)
    const fixtureIds = new Set(posts.map(({ id }) => id))
    const [newPostsAuthor = ''] = authors

    const anyFilter: fc.Arbitrary<Filter> = fc.record({
      type: fc.option(fc.constantFrom('showcase', 'other', 'hackathon')),
      sort: fc.constantFrom(...Sort.options),
      range: fc.constantFrom(...TimeRange.options),
      tz: fc.constantFrom(...ZONES),
      author: fc.option(fc.constantFrom(...authors), { freq: 2 }),
      limit: fc.integer({ min: 1, max: 40 }),
    })
    await fc.assert(
      fc.asyncProperty(anyFilter, async (filter) => {
        const newPostIds: string[] = []
        const listedIds = await readAllPages(ada, filter, async () => {
          if (newPostIds.length < NEW_POSTS_MAX)
            newPostIds.push(await createPostFixture(api.db, newPostsAuthor))
        })
        if (newPostIds.length > 0)
          await api.db.deleteFrom('posts').where('id', 'in', newPostIds).execute()

        expect(new Set(listedIds).size).toBe(listedIds.length)
        expect(
          listedIds.filter((id) => fixtureIds.has(id)),
          `fixtures of seed ${seed}`,
        ).toEqual(selectExpectedIds(posts, filter))
      }),
      { numRuns: chooseSize({ short: 50, long: 150 }), seed },
    )
  }, 120_000)

  test('a cursor of one sort order is refused by the other', async () => {
    await using api = await startApp()
    const _id = getLowestPostIdAt(Date.now())

    for (const [sort, cursor] of [
      ['likes', encodePostCursor({ _id, likes: null })],
      ['recent', encodePostCursor({ _id, likes: 3 })],
      ['likes', encodePostCursor({ _id, likes: 2 ** 32 - 1 })],
    ] as const) {
      const reply = await api.visitor.send(browsePosts, { querystring: { sort, cursor } })
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toMatchObject({ code: 'invalid-input' })
    }
  })

  test('visitors share a cached page only for the same query', async () => {
    await using api = await startApp()
    const [bob, cleo] = [
      await createMemberFixture(api.db, 'bob'),
      await createMemberFixture(api.db, 'cleo'),
    ]
    const old = await createPostFixture(api.db, bob, {
      id: await createIdAt(api.db, Date.now() - 800 * DAY_MS),
    })
    const young = await createPostFixture(api.db, cleo, { type: 'other' })
    const browse = async (querystring: Record<string, string>) =>
      (await api.visitor.call(browsePosts, { querystring })).data.map(({ _id }) => _id)

    expect(await browse({})).toEqual([young, old])
    expect(await browse({ sort: 'likes', range: 'year' })).toEqual([young])
    expect(await browse({ sort: 'recent', range: 'year' })).toEqual([young, old])
    expect(await browse({ author: bob })).toEqual([old])
    expect(await browse({ author: cleo })).toEqual([young])
    expect(await browse({ type: 'other' })).toEqual([young])
    expect(await browse({ q: 'kitchen' })).toEqual([young, old])
    expect(await browse({ q: 'cleo' })).toEqual([])
    expect(await browse({ q: 'cleo', scope: 'text-and-author' })).toEqual([young])
  })

  test('searching has a rate limit of its own', async () => {
    await using api = await startApp()
    const search = () => api.visitor.send(browsePosts, { querystring: { q: 'tide' } })
    const statuses: number[] = []
    for (let index = 0; index < 120; index += 1) statuses.push((await search()).statusCode)

    expect(new Set(statuses)).toEqual(new Set([200]))
    expect((await search()).statusCode).toBe(429)
    expect((await api.visitor.send(browsePosts, { querystring: {} })).statusCode).toBe(200)
  })
})

async function readAllPages(
  reader: Browser,
  filter: Filter,
  beforeNextPage: () => Promise<unknown>,
) {
  const { type, author, limit, ...rest } = filter
  const listedIds: string[] = []
  let cursor: string | null = null
  do {
    const page: { data: { _id: string }[]; nextCursor: string | null } = await reader.call(
      browsePosts,
      {
        querystring: {
          ...rest,
          limit: String(limit),
          ...(type && { type }),
          ...(author && { author }),
          ...(cursor && { cursor }),
        },
      },
    )
    listedIds.push(...page.data.map(({ _id }) => _id))
    cursor = page.nextCursor
    await beforeNextPage()
  } while (cursor)
  return listedIds
}

/** The expected ids, computed from the fixtures in memory. */
function selectExpectedIds(
  posts: FixturePost[],
  { type, sort, range, tz, author }: Filter,
): string[] {
  const prefixLength = { today: 10, month: 7, year: 4, 'all-time': 0 }[range]
  const formatDate = (at: number) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: tz }).format(at).slice(0, prefixLength)
  return posts
    .filter((post) => type === null || post.type === type)
    .filter((post) => author === null || post.author === author)
    .filter((post) => sort === 'recent' || formatDate(post.at) === formatDate(Date.now()))
    .toSorted((a, b) => (sort === 'likes' && b.likes - a.likes) || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id)
}

/** Posts of the last two years, many of them within minutes of a midnight somewhere, many with the same likes. */
async function createPostFixtures(
  db: Database,
  authors: string[],
  seed: number,
): Promise<FixturePost[]> {
  const now = Date.now()
  const borders = [now, Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth())]
  borders.push(Date.UTC(new Date(now).getUTCFullYear(), 0), now - (now % DAY_MS))
  const anyPost = fc.record({
    at: fc.oneof(
      fc.integer({ min: now - 730 * DAY_MS, max: now }),
      fc
        .tuple(
          fc.constantFrom(...borders),
          fc.integer({ min: -28, max: 28 }),
          fc.integer({ min: -2, max: 2 }),
        )
        .map(([border, halfHours, minutes]) => border + (30 * halfHours + minutes) * MINUTE_MS)
        .filter((at) => at <= now),
    ),
    type: fc.constantFrom<PostType[]>('showcase', 'showcase', 'other', 'hackathon'),
    author: fc.constantFrom(...authors),
    likes: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 500 })),
  })
  const posts: FixturePost[] = []
  for (const post of fc.sample(anyPost, { numRuns: POSTS, seed })) {
    const { at, type, author, likes } = post
    const id = await createPostFixture(db, author, { id: await createIdAt(db, at), type })
    const counter = db.updateTable('post_stats').set({ like_count: likes })
    await counter.where('post_id', '=', id).execute()
    await db.insertInto('post_rank_changes').values({ post_id: id }).execute()
    posts.push({ ...post, id })
  }
  await refreshRanks(db)
  return posts
}

async function createIdAt(db: Database, at: number): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select uuid_v7(to_timestamp(${at}::numeric / 1000)) as id
  `.execute(db)
  return rows[0]?.id ?? ''
}
