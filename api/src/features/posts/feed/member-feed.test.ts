import { followPost } from '@dolph/contract/posts/following'
import { browsePosts, createPost, likePost } from '@dolph/contract/posts/posts'
import { expect, test } from 'vitest'
import { countQueries } from '../../../testing/count-queries.ts'
import { createMemberFixture, createPostFixture } from '../../../testing/fixtures.ts'
import { signInNewMember } from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'
import { setLike } from '../likes.ts'
import { getLowestPostIdAt } from '../post-ids.ts'
import { buildFeedQuery, MemberFeed } from './feed.ts'
import { encodePostCursor } from './post-cursor.ts'

const RELAXED = { env: { LIMITS: 'relaxed' } }

test('the first page of a member is the page that is read for this member alone', async () => {
  await using api = await startApp(RELAXED)
  const [ada, bob] = [await signInNewMember(api, 'ada'), await signInNewMember(api, 'bob')]
  const author = await createMemberFixture(api.db, 'author')
  const ids: string[] = []
  for (let nth = 0; nth < 6; nth += 1) ids.push(await createPostFixture(api.db, author))
  const [liked = '', followed = '', saved = '', both = ''] = ids
  const like = (id: string) => ada.call(likePost, { params: { id }, body: { liked: true } })
  const setFollow = (id: string, updates: boolean) =>
    ada.call(followPost, { params: { id }, body: { updates } })
  await like(liked)
  await like(both)
  await setFollow(followed, true)
  await setFollow(both, true)
  await setFollow(saved, false)
  // With a cursor a page is not shared.
  const cursor = encodePostCursor({ _id: getLowestPostIdAt(Date.now() + 60_000), likes: null })

  for (const member of [ada, bob]) {
    const page = await member.call(browsePosts, { querystring: {} })
    expect(page.data).toHaveLength(6)
    expect(page).toEqual(await member.call(browsePosts, { querystring: { cursor } }))
  }
})

test('members who ask at the same time share the page, and a page always has what was written before it was asked for', async () => {
  await using api = await startApp(RELAXED)
  const ada = await signInNewMember(api, 'ada')
  const draft = { title: 'Tide', type: 'showcase' as const, body: 'A tide clock' }
  for (let count = 1; count <= 5; count += 1) {
    const underWay = Array.from({ length: 5 }, () => ada.call(browsePosts, { querystring: {} }))
    await ada.call(createPost, { body: draft })
    const pages = await Promise.all(
      Array.from({ length: 5 }, () => ada.call(browsePosts, { querystring: {} })),
    )
    expect(pages.map(({ data }) => data.length)).toEqual(Array(5).fill(count))
    await Promise.all(underWay)
  }
  const queries = countQueries(api)
  await Promise.all(Array.from({ length: 50 }, () => ada.call(browsePosts, { querystring: {} })))
  expect(queries.count).toBeLessThan(25)
})

test('members who ask at the same time get their own likes and follows', async () => {
  await using api = await startApp(RELAXED)
  const author = await createMemberFixture(api.db, 'author')
  // More than one query reads for.
  const memberIds: string[] = []
  for (let nth = 0; nth < 120; nth += 1)
    memberIds.push(await createMemberFixture(api.db, `member${nth}`))
  const ids: string[] = []
  for (let nth = 0; nth < 3; nth += 1) ids.push(await createPostFixture(api.db, author))
  const listLiked = (nth: number) => ids.filter((_, index) => (nth >> index) % 2 === 1)
  const listFollowed = (nth: number) => ids.filter((_, index) => (nth >> (index + 3)) % 2 === 1)
  for (const [nth, memberId] of memberIds.entries()) {
    for (const postId of listLiked(nth)) await setLike(api.db, { postId, memberId }, true)
    for (const post_id of listFollowed(nth))
      await api.db
        .insertInto('follows')
        .values({ post_id, member_id: memberId, with_updates: nth % 2 === 0 })
        .execute()
  }

  const feed = new MemberFeed(api.readers)
  const readOwn = async (viewerId: string) => {
    const query = buildFeedQuery(browsePosts.schema.querystring.parse({}), viewerId)
    const { body } = await feed.readPage(api.readers.everybody, query, new Set())
    return browsePosts.schema.response[200].parse(JSON.parse(body.toString())).data
  }
  const pages = await Promise.all(memberIds.map(readOwn))
  for (const [nth, posts] of pages.entries()) {
    const follow = nth % 2 === 0 ? 'following' : 'saved'
    expect(posts.filter((post) => post.isLiked).map((post) => post._id)).toEqual(
      listLiked(nth).toReversed(),
    )
    expect(posts.map((post) => post.follow)).toEqual(
      ids.toReversed().map((id) => (listFollowed(nth).includes(id) ? follow : 'none')),
    )
  }
})
