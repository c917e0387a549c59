import { getViewer } from '@dolph/contract/accounts/viewer'
import {
  createComment,
  deleteComment,
  editComment,
  listComments,
} from '@dolph/contract/comments/comments'
import {
  browsePosts,
  deletePost,
  editPost,
  likePost,
  listMemberPosts,
  listOwnPosts,
  readOwnPost,
  readPost,
} from '@dolph/contract/posts/posts'
import { readProfile } from '@dolph/contract/profiles/profiles'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { signInNewMember } from '../../testing/sign-up-member.ts'
import { createMemberFixture, createPostFixture } from '../../testing/fixtures.ts'
import { startApp } from '../../testing/start-app.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { hidePost, unhidePost } from './hiding.ts'
import { setLike } from './likes.ts'
import { refreshRanks } from './ranks/ranks.ts'
import { deleteUnusedWords } from './search/delete-unused-words.ts'

const FEEDS = [
  {},
  { type: 'showcase' },
  { sort: 'likes' },
  { sort: 'likes', range: 'today' },
  { sort: 'likes', type: 'showcase' },
  { q: 'tide clock' },
  { q: 'tide clock', sort: 'likes' },
  { q: 'ada', scope: 'text-and-author' },
] as const

describe('a hidden post', () => {
  test('is gone for everybody but its author at once, from every list and page', async () => {
    await using app = await startHidingApp()
    const { ada, bob, id } = app
    await app.hide()

    for (const querystring of app.feeds) {
      for (const reader of [app.visitor, bob, ada]) {
        const isOwnList = reader === ada && 'author' in querystring && !('q' in querystring)
        const { data } = await reader.call(browsePosts, { querystring })
        expect([querystring, data.map(({ _id }) => _id)]).toEqual([
          querystring,
          isOwnList ? [id] : [],
        ])
      }
    }
    const list = await bob.call(listMemberPosts, { params: { userId: ada.id }, querystring: {} })
    expect(list.data).toEqual([])
    const page = await bob.send(readPost, { params: { id } })
    expect([page.statusCode, page.json()]).toMatchObject([404, { code: 'not-found' }])
    expect(await app.readStats()).toMatchObject({ posts: 0, collaborations: 0 })
  })

  test('is gone within a second from what visitors get from a cache', async () => {
    await using app = await startHidingApp()
    const readFeed = async () => (await app.app.inject('/feed.xml')).body
    const readBrowse = async () => app.visitor.call(browsePosts, { querystring: {} })
    expect(await readFeed()).toContain(app.id)
    expect((await readBrowse()).data).toHaveLength(1)
    await app.hide()
    const limit = { timeout: 1_500, interval: 50 }
    await expect.poll(readFeed, limit).not.toContain(app.id)
    await expect.poll(async () => (await readBrowse()).data, limit).toEqual([])
  })

  test('is still there for its author, who sees that it is hidden', async () => {
    await using app = await startHidingApp()
    const { ada, id } = app
    await app.hide()

    const { data: post } = await ada.call(readPost, { params: { id } })
    const hiddenAt = expect.stringMatching(/^\d{4}-.+Z$/)
    expect(post).toMatchObject({ _id: id, title: 'Tide', hiddenAt })
    expect((await ada.call(readOwnPost, { params: { id } })).data).toEqual(post)
    // Lists have neither the facts of the repository nor the line about the author.
    const { repository, authorBio, ...card } = post
    expect([repository, authorBio]).toEqual([null, ''])
    expect((await ada.call(listOwnPosts, { querystring: {} })).data).toEqual([card])
    const own = await ada.call(listMemberPosts, { params: { userId: ada.id }, querystring: {} })
    expect(own.data).toEqual([card])
    expect(await ada.call(listComments, { params: { id }, querystring: {} })).toHaveLength(1)
    await ada.call(likePost, { params: { id }, body: { liked: true } })
    await ada.call(createComment, { body: { postId: id, content: 'Why?' } })
  })

  test('cannot be liked or commented on by others, who may still delete what they wrote', async () => {
    await using app = await startHidingApp()
    const { bob, id } = app
    await app.hide()

    const refused = [
      await bob.send(likePost, { params: { id }, body: { liked: true } }),
      await bob.send(likePost, { params: { id }, body: {} }),
      await bob.send(createComment, { body: { postId: id, content: 'Hello' } }),
      await bob.send(listComments, { params: { id }, querystring: {} }),
      await bob.request('GET', `/api/comments/${app.comment}/replies`),
      await bob.send(editComment, { params: { id: app.comment }, body: { content: 'Other' } }),
    ]
    expect(refused.map((reply) => reply.statusCode)).toEqual(refused.map(() => 404))
    await bob.call(deleteComment, { params: { id: app.comment } })
  })

  test('is not brought back by likes, edits, imports or the tasks of the worker', async () => {
    await using app = await startHidingApp()
    const { ada, id, db } = app
    await setLike(db, { postId: id, memberId: app.bob.id }, true)
    await app.hide()
    await ada.call(likePost, { params: { id }, body: { liked: true } })
    const body = { body: 'A tide clock for the bathroom', type: 'other' } as const
    const { data } = await ada.call(editPost, { params: { id }, body })
    expect(data).toMatchObject({ ...body, likeCount: 2 })
    expect(data.hiddenAt).toBeDefined()
    await db.transaction().execute(refreshRanks)

    expect(await countEntries(db)).toEqual([0, 0])
    expect((await app.visitor.call(browsePosts, { querystring: { q: 'bathroom' } })).data).toEqual(
      [],
    )
  })

  test('comes back with its search entry and the rank of its likes', async () => {
    await using app = await startHidingApp()
    const { ada, bob, id, db } = app
    const other = await createPostFixture(db, bob.id, { title: 'Ebb', body: 'Another' })
    await db.transaction().execute(async (tx) => hidePost(tx, id))
    await ada.call(likePost, { params: { id }, body: { liked: true } })
    await ada.call(editPost, { params: { id }, body: { title: 'Spring tide' } })
    // Its words are deleted from the vocabulary a day after nothing used them.
    await deleteUnusedWords(db)
    await db.updateTable('search_words').set({ unused_since: '2020-01-01' }).execute()
    await deleteUnusedWords(db)

    expect(await db.transaction().execute(async (tx) => unhidePost(tx, id))).toBe(true)

    const list = async (querystring: object) =>
      (await bob.call(browsePosts, { querystring })).data.map(({ _id }) => _id)
    expect(await list({ sort: 'likes' })).toEqual([id, other])
    expect(await list({ q: 'spring tide' })).toEqual([id])
    const { data } = await bob.call(readPost, { params: { id } })
    expect(data).not.toHaveProperty('hiddenAt')
    expect(await app.readStats()).toMatchObject({ posts: 1, collaborations: 0 })
  })

  test('can be deleted', async () => {
    await using app = await startHidingApp()
    await app.hide()
    await app.ada.call(deletePost, { params: { id: app.id } })
    expect((await app.ada.send(readPost, { params: { id: app.id } })).statusCode).toBe(404)
  })

  test('is hidden once: repeating keeps the first time, and an unknown post is reported', async () => {
    await using app = await startHidingApp()
    const { ada, db, id } = app
    const readHiddenAt = async () => (await ada.call(readPost, { params: { id } })).data.hiddenAt
    await app.hide()
    const first = await readHiddenAt()
    await app.hide()
    expect(await readHiddenAt()).toBe(first)
    expect(await unhidePost(db, id)).toBe(true)
    expect(await unhidePost(db, id)).toBe(false)
    expect(await hidePost(db, ada.id)).toBe(false)
  })

  test('has neither rank nor search entry, however it was liked and ranked meanwhile', async () => {
    await using database = await openTestDatabase()
    const { db } = database
    const author = await createMemberFixture(db, 'ada')
    for (let round = 0; round < 20; round += 1) {
      const id = await createPostFixture(db, author)
      await Promise.all([
        setLike(db, { postId: id, memberId: author }, true),
        db.transaction().execute(refreshRanks),
        db.transaction().execute(async (tx) => hidePost(tx, id)),
        setLike(db, { postId: id, memberId: author }),
      ])
      await db.transaction().execute(refreshRanks)
      expect(await countEntries(db)).toEqual([0, 0])
    }
  })
})

async function startHidingApp() {
  const api = await startApp({ env: { LIMITS: 'relaxed' } })
  const [ada, bob] = [await signIn('ada'), await signIn('bob')]
  const id = await createPostFixture(api.db, ada.id)
  const comment = await bob.call(createComment, { body: { postId: id, content: 'Nice' } })

  async function signIn(username: string) {
    const browser = await signInNewMember(api, username)
    return { ...browser, id: (await browser.call(getViewer, {}))._id }
  }

  return {
    ...api,
    ada,
    bob,
    id,
    comment: comment.data._id,
    feeds: [...FEEDS, ...FEEDS.map((feed) => ({ ...feed, author: ada.id }))],
    hide: async () => expect(await hidePost(api.db, id)).toBe(true),
    readStats: async () =>
      (await bob.call(readProfile, { params: { username: 'ada' } })).data.stats,
  }
}

async function countEntries(db: Database): Promise<[search: number, ranks: number]> {
  const [search, ranks] = await Promise.all([
    db.selectFrom('post_search').select('post_id').execute(),
    db.selectFrom('post_ranks').select('post_id').execute(),
  ])
  return [search.length, ranks.length]
}
