import { getViewer } from '@dolph/contract/accounts/viewer'
import { browsePosts, listMemberPosts } from '@dolph/contract/posts/posts'
import { blockMember, muteMember, unblockMember } from '@dolph/contract/safety/safety'
import { beforeAll, expect, test, vi } from 'vitest'
import { createMemberFixture, createPostFixture } from '../../../testing/fixtures.ts'
import { signInNewMember } from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'

const POST_COUNT = 120

let api: Awaited<ReturnType<typeof startApp>>
let viewer: Awaited<ReturnType<typeof signInNewMember>>
const authors = new Map<string, string>()
/** The ids of all posts and their authors, newest first. */
const posts: { id: string; author: string; likes: number }[] = []

beforeAll(async () => {
  api = await startApp({ env: { LIMITS: 'relaxed' } })
  const { db } = api
  viewer = await signInNewMember(api, 'viewer')
  for (const name of ['rare', 'common', 'open'])
    authors.set(name, await createMemberFixture(db, name))
  for (let index = 0; index < POST_COUNT; index += 1) {
    // A long run of posts by `common`, as after an import.
    const isRun = index >= 20 && index < 110
    const author = isRun ? 'common' : index % 7 === 0 ? 'rare' : 'open'
    const id = await createPostFixture(db, authors.get(author) ?? '', { title: `Tide ${index}` })
    const likes = (index * 7) % 11
    await db
      .updateTable('post_stats')
      .set({ like_count: likes })
      .where('post_id', '=', id)
      .execute()
    await db
      .updateTable('post_ranks')
      .set({ like_count: likes })
      .where('post_id', '=', id)
      .execute()
    posts.unshift({ id, author, likes })
  }
  await viewer.call(blockMember, { params: { id: authors.get('rare') ?? '' } })
  await viewer.call(muteMember, { params: { id: authors.get('common') ?? '' } })
  return () => api[Symbol.asyncDispose]()
}, 60_000)

test.each<[string, Record<string, string>]>([
  ['the newest', {}],
  ['the most liked', { sort: 'likes' }],
  ['the most liked of the year', { sort: 'likes', range: 'year' }],
  ['a search', { q: 'tide' }],
  ['a search by likes', { q: 'tide', sort: 'likes' }],
  ['one type', { type: 'showcase' }],
])(
  '%s: no post of a ignored author, no other lost or listed twice, on pages of any size',
  async (_, filter) => {
    const isByLikes = filter['sort'] === 'likes'
    const sorted = isByLikes
      ? posts.toSorted((a, b) => b.likes - a.likes || (a.id < b.id ? 1 : -1))
      : posts
    const expected = sorted.filter(({ author }) => author === 'open').map(({ id }) => id)
    for (const limit of ['1', '4', '20', '100']) {
      const { ids, sizes } = await readAll({ ...filter, limit })
      expect(ids).toEqual(expected)
      expect(Math.max(...sizes)).toBeLessThanOrEqual(Number(limit))
    }
  },
)

test('a page that lacks less than half of its posts costs one statement, another at most four', async () => {
  await viewer.call(browsePosts, { querystring: { limit: '4' } })
  const query = vi.spyOn(api.readDb.pool, 'query')
  const countFeedQueries = () =>
    query.mock.calls.filter(([config]) => {
      const { text } = config as unknown as { text?: string }
      return text?.includes('"posts"."author_id" as "authorId"') === true
    }).length
  await viewer.call(browsePosts, { querystring: { limit: '9' } })
  expect(countFeedQueries()).toBe(1)
  query.mockClear()
  const { data, nextCursor } = await viewer.call(browsePosts, {
    querystring: { limit: '20', cursor: (await readPage({ limit: '10' })).nextCursor ?? '' },
  })
  expect(countFeedQueries() - 1).toBe(4)
  expect(data).toEqual([])
  expect(nextCursor).not.toBeNull()
  query.mockRestore()
})

test('what names the ignored author still lists their posts, and other viewers see everything', async () => {
  const author = authors.get('rare') ?? ''
  const expected = posts.filter(({ author: name }) => name === 'rare').map(({ id }) => id)
  const profile = await viewer.call(listMemberPosts, {
    params: { userId: author },
    querystring: { limit: '100' },
  })
  expect(profile.data.map(({ _id }) => _id)).toEqual(expected)
  expect((await readAll({ author, limit: '100' })).ids).toEqual(expected)
  const visitor = await api.visitor.call(browsePosts, { querystring: { limit: '100' } })
  expect(visitor.data.map(({ _id }) => _id)).toEqual(posts.slice(0, 100).map(({ id }) => id))
  const other = await signInNewMember(api, 'other')
  const { data } = await other.call(browsePosts, { querystring: { limit: '100' } })
  expect(data).toEqual(visitor.data.map((post) => ({ ...post, follow: 'none' })))
})

test('a block and an unblock take effect on another process', async () => {
  await using second = await startApp({ env: { LIMITS: 'relaxed' }, shareWith: api })
  const blocker = await signInNewMember(api, 'blocker')
  const elsewhere = second.browser()
  for (const [name, value] of blocker.cookies) elsewhere.cookies.set(name, value)
  expect((await elsewhere.call(getViewer, {}))._id).toBeDefined()
  const params = { id: authors.get('open') ?? '' }
  const querystring = { limit: '9' }
  const all = posts.slice(0, 9).map(({ id }) => id)
  const left = posts.slice(0, 9).filter(({ author }) => author !== 'open')
  const hasPostOfOpen = async () =>
    (await elsewhere.call(browsePosts, { querystring })).data.some(
      ({ user }) => user?.userName === 'open',
    )
  for (let round = 0; round < 3; round += 1) {
    await blocker.call(blockMember, { params })
    await expect.poll(hasPostOfOpen).toBe(false)
    const page = await elsewhere.call(browsePosts, { querystring })
    expect(page.data.slice(0, left.length).map(({ _id }) => _id)).toEqual(left.map(({ id }) => id))
    await blocker.call(unblockMember, { params })
    await expect.poll(hasPostOfOpen).toBe(true)
    expect((await elsewhere.call(browsePosts, { querystring })).data.map(({ _id }) => _id)).toEqual(
      all,
    )
  }
})

async function readPage(querystring: Record<string, string>) {
  return viewer.call(browsePosts, { querystring })
}

async function readAll(filter: Record<string, string>) {
  const ids: string[] = []
  const sizes: number[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await readPage({ ...filter, ...(cursor && { cursor }) })
    ids.push(...page.data.map(({ _id }) => _id))
    sizes.push(page.data.length)
    cursor = page.nextCursor
  }
  return { ids, sizes }
}
