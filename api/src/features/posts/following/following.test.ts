import { followPost, listFollowedPosts, unfollowPost } from '@dolph/contract/posts/following'
import { browsePosts, readPost } from '@dolph/contract/posts/posts'
import { blockMember } from '@dolph/contract/safety/safety'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPostFixture } from '../../../testing/fixtures.ts'
import { startCommentsApp, type CommentingMember } from '../../../testing/start-comments-app.ts'
import { deletePostContent } from '../deletion/delete-post-content.ts'
import { deletePost } from '../mutations.ts'

const UNKNOWN_POST = '01900000-0000-7000-8000-000000000000'

async function readFollow(member: CommentingMember, id: string) {
  return (await member.call(readPost, { params: { id } })).data.follow
}

async function listTitles(member: CommentingMember, limit = 20) {
  const titles: string[][] = []
  let cursor: string | undefined
  do {
    const querystring = { limit, ...(cursor !== undefined && { cursor }) }
    const page = await member.call(listFollowedPosts, { querystring })
    titles.push(page.data.map(({ title }) => title))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return titles
}

test('a post is saved, followed and let go, and only the member sees it', async () => {
  await using app = await startCommentsApp()
  const { bob, carla, post } = app
  const params = { id: post }
  expect(await readFollow(bob, post)).toBe('none')

  await bob.call(followPost, { params, body: { updates: false } })
  expect(await readFollow(bob, post)).toBe('saved')
  const { follow } = await bob.call(followPost, { params, body: { updates: true } })
  expect([follow, await readFollow(bob, post)]).toEqual(['following', 'following'])
  expect(await readFollow(carla, post)).toBe('none')
  await bob.call(unfollowPost, { params })
  await bob.call(unfollowPost, { params })
  expect(await readFollow(bob, post)).toBe('none')

  const unknown = { params: { id: UNKNOWN_POST } }
  const refusals = [
    await bob.send(followPost, { ...unknown, body: { updates: true } }),
    await bob.send(unfollowPost, unknown),
  ]
  expect(refusals.map(({ statusCode }) => statusCode)).toEqual([404, 404])
})

test('visitors get the same bytes, with and without followers', async () => {
  await using app = await startCommentsApp()
  const readPage = async (url: string) => (await app.browser('10.0.0.1').request('GET', url)).body
  const before = await readPage('/api/posts/browse')
  await app.bob.call(followPost, { params: { id: app.post }, body: { updates: true } })
  // Another address of the same page: the first one is cached.
  const after = await readPage('/api/posts/browse?sort=recent')

  expect(after).toBe(before)
  expect(after).not.toContain('follow')
  const { data } = await app.bob.call(browsePosts, { querystring: {} })
  expect(data.map(({ follow }) => follow)).toEqual(['following'])
})

test('the list has the last saved first, in pages, without what the member may not see', async () => {
  await using app = await startCommentsApp()
  const { db, ada, bob, carla } = app
  const ids: string[] = []
  for (const [index, author] of [ada, ada, carla, ada, ada].entries()) {
    const id = await createPostFixture(db, author.id, { title: `Post ${index}` })
    ids.push(id)
    await bob.call(followPost, { params: { id }, body: { updates: index % 2 === 0 } })
  }
  expect(await listTitles(bob, 2)).toEqual([['Post 4', 'Post 3'], ['Post 2', 'Post 1'], ['Post 0']])
  expect(await listTitles(carla)).toEqual([[]])

  await db
    .updateTable('posts')
    .set({ hidden_at: sql`now()` })
    .where('id', '=', ids[0] ?? '')
    .execute()
  await deletePost(db, { id: ids[1] ?? '', authorId: ada.id })
  await bob.call(blockMember, { params: { id: carla.id } })
  expect(await listTitles(bob, 1)).toEqual([['Post 4'], ['Post 3']])

  const hidden = { params: { id: ids[0] ?? '' }, body: { updates: true } }
  expect((await bob.send(followPost, hidden)).statusCode).toBe(404)
  await bob.call(unfollowPost, { params: { id: ids[0] ?? '' } })
})

test('the follows of a deleted post are deleted in batches', async () => {
  await using app = await startCommentsApp()
  const { db, ada, bob, post } = app
  const other = await createPostFixture(db, ada.id)
  await sql`
    with follower as (
      insert into members (username) select 'follower' || number from generate_series(1, 25) as number returning id)
    insert into follows (member_id, post_id) select id, ${post} from follower
  `.execute(db)
  await bob.call(followPost, { params: { id: other }, body: { updates: true } })

  await deletePost(db, { id: post, authorId: ada.id })
  let runs = 0
  while (await db.transaction().execute((tx) => deletePostContent(tx, 10))) runs += 1

  expect(runs).toBe(3)
  expect(await db.selectFrom('follows').select('post_id').execute()).toEqual([{ post_id: other }])
})
