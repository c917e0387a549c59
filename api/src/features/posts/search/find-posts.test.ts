import { foldSearchText } from '@dolph/contract/fold-search-text'
import { PostType } from '@dolph/contract/posts/post-type'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { createMemberFixture, createPostFixture } from '../../../testing/fixtures.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import type { FeedQuery } from '../feed/feed-query.ts'
import { getLowestPostIdAt } from '../post-ids.ts'
import { maintainTopPosts } from '../ranks/top-posts.ts'
import { findPosts } from './find-posts.ts'
import { chooseSize } from '../../../testing/test-size.ts'

const POSTS = 400
/** Fewer than all, so that a search goes on below them. */
const TOP_POSTS = 300
/** More than a search scans before it uses the index, for the most liked and for the newest. */
const MORE_LIKED_POSTS = 220
const NEWER_POSTS = 1_300
const DAY_MS = 24 * 3_600_000
const NOW = Date.now()
const NAMES = ['ada_l', 'Bob-7', 'carla', 'Data', 'x--x']
const PIECES = [
  'react',
  'native',
  'act',
  'nat',
  'Node.js',
  'c++',
  'C',
  '->',
  'ÉCOLE',
  'école',
  'straße',
  'İstanbul',
  '中文',
  '文字',
  'データ',
  'ภาษา',
  '🎉',
  '🎉🎉',
  '100%',
  'a_b',
  'back\\slash',
  "it's",
  '<b>',
  'x'.repeat(45),
  'ada',
  'data',
  'e',
  'ee',
  'eee',
  'the',
  'then',
  'they',
  '.',
  ',',
  '—',
  '။',
  '!။',
]
/** More words with the same beginning, and with the same ending, than a search looks up. */
const MANY_WORDS = Array.from({ length: 700 }, (_, index) => `${index}zq qz${index}`)
/** Both of its words are parts of too many, so that only their boundary is looked up. */
const BOUNDARY_QUERY = 'zq qz'
const GAPS = [' ', ' ', ' ', '', '  ', '\n', ', ']

interface FixturePost {
  id: string
  type: PostType
  title: string
  body: string
  likes: number
  author: { id: string; name: string }
}

describe('a search finds exactly the posts that contain its text', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>
  let fixtures: FixturePost[] = []
  beforeAll(async () => {
    database = await openTestDatabase()
    fixtures = await createPostFixtures()
    const maintain = () =>
      database.db.transaction().execute((tx) => maintainTopPosts(tx, TOP_POSTS))
    while (await maintain());
    return () => database[Symbol.asyncDispose]()
  }, 60_000)

  test('for any text, in every scope and type, page by page', async () => {
    await fc.assert(
      fc.asyncProperty(anyQuery(), async ({ order, ...filter }) => {
        const query: FeedQuery = {
          ...filter,
          ...order,
          before: null,
          viewerId: null,
        }
        expect(await findAllPages(query)).toEqual(findByScanning(query))
      }),
      { numRuns: chooseSize({ short: 80, long: 400 }) },
    )
  }, 120_000)

  async function findAllPages(query: FeedQuery): Promise<string[]> {
    const ids: string[] = []
    for (let before = query.before; ;) {
      const page = await findPosts(database.db, { ...query, before })
      ids.push(...page.map(({ _id }) => _id))
      before = page.at(-1) ?? null
      if (page.length < query.count) return ids
    }
  }

  function findByScanning({ q, scope, type, sort, since, author }: FeedQuery): string[] {
    const contains = (text: string) => foldSearchText(text).includes(foldSearchText(q ?? ''))
    const isMatch = (post: FixturePost) =>
      contains(post.title) ||
      contains(post.body) ||
      (scope !== 'text' && contains(post.author.name))
    return fixtures
      .filter(isMatch)
      .filter((post) => type === null || post.type === type)
      .filter((post) => author === null || post.author.id === author)
      .filter((post) => since === null || post.id >= since)
      .toSorted((a, b) => (sort === 'likes' && b.likes - a.likes) || (a.id < b.id ? 1 : -1))
      .map(({ id }) => id)
  }

  function anyQuery() {
    const texts = fixtures.flatMap(({ title, body, author }) => [title, body, author.name])
    const cutFromPost = fc
      .tuple(fc.constantFrom(...texts), fc.nat(60), fc.integer({ min: 1, max: 30 }))
      .map(([text, start, length]) => [...text].slice(start, start + length).join(''))
    const composed = fc.array(fc.constantFrom(...PIECES, ...GAPS, 'qz', 'z4'), { maxLength: 3 })
    return fc.record({
      q: fc
        .oneof(
          { weight: 3, arbitrary: cutFromPost },
          { weight: 3, arbitrary: composed.map((pieces) => pieces.join('')) },
          { weight: 1, arbitrary: fc.constant(BOUNDARY_QUERY) },
        )
        .map((q) => q.trim())
        .filter((q) => q !== '' && [...q].length <= 100),
      scope: fc.constantFrom('text' as const, 'text-and-author' as const),
      type: fc.constantFrom(null, null, 'showcase' as const, 'other' as const),
      order: fc.constantFrom(
        ...[
          { sort: 'recent' as const, since: null },
          { sort: 'likes' as const, since: null },
        ],
        ...[0, 20, 100].map((days) => {
          return { sort: 'likes' as const, since: getLowestPostIdAt(NOW - days * DAY_MS) }
        }),
      ),
      author: fc.option(fc.constantFrom(...fixtures.map(({ author }) => author.id)), { freq: 5 }),
      count: fc.constantFrom(2, 7, 21, 101),
    })
  }

  async function setLikeCount(postId: string, likes: number): Promise<void> {
    for (const table of ['post_stats', 'post_ranks'] as const) {
      const rows = database.db.updateTable(table).set({ like_count: likes })
      await rows.where('post_id', '=', postId).execute()
    }
  }

  async function createPostFixtures(): Promise<FixturePost[]> {
    const authors = await Promise.all(
      NAMES.map(async (name) => ({ name, id: await createMemberFixture(database.db, name) })),
    )
    const piece = fc.constantFrom(...PIECES)
    const text = (length: number) =>
      fc
        .array(fc.tuple(piece, fc.constantFrom(...GAPS)), { minLength: 1, maxLength: length })
        .map((parts) => parts.flat().join('').trim())
    const posts = fc.sample(
      fc.record({
        title: text(3).map((title) => title.slice(0, 90)),
        body: text(12),
        author: fc.constantFrom(...authors),
        type: fc.constantFrom(...PostType.options.slice(0, 6)),
        daysAgo: fc.integer({ min: 1, max: 150 }),
        likes: fc.nat(5),
      }),
      { numRuns: POSTS, seed: 1 },
    )
    const wordy = Array.from({ length: 35 }, (_, index) => ({
      title: 'Wordy',
      body: MANY_WORDS.slice(index * 20, index * 20 + 20).join(' '),
      author: authors[1],
      type: 'other' as const,
      likes: 1,
      daysAgo: 10 + index * 3,
    }))
    const newer = Array.from({ length: NEWER_POSTS }, (_, index) => ({
      title: `Quiet ${index}`,
      body: 'Nothing to see',
      author: authors[0],
      daysAgo: 0,
      likes: index < MORE_LIKED_POSTS ? 9 : 0,
      type: PostType.options[index % 2 === 0 ? 0 : 5],
    }))
    const created: FixturePost[] = []
    for (const [index, { title, body, author, type, likes, daysAgo }] of [
      ...posts,
      ...wordy,
      ...newer,
    ].entries()) {
      if (!author || !type) throw new Error('A fixture has no author or type')
      const id =
        getLowestPostIdAt(NOW - daysAgo * DAY_MS).slice(0, -4) + index.toString(16).padStart(4, '0')
      await createPostFixture(database.db, author.id, { id, title, body, type })
      await setLikeCount(id, likes)
      created.push({ id, title, body, type, likes, author })
    }
    return created
  }
})
