import {
  browsePosts,
  createPost,
  deletePost,
  editPost,
  likePost,
  listMemberPosts,
  listOwnPosts,
  readOwnPost,
  readPost,
} from '@dolph/contract/posts/posts'
import { describe, expect, test } from 'vitest'
import { createMemberFixture } from '../../testing/fixtures.ts'
import { signInNewMember } from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'
import { deletePostContent } from './deletion/delete-post-content.ts'

const draft = {
  title: 'A tide clock',
  type: 'showcase' as const,
  body: 'It hangs on the kitchen wall',
  github: 'https://github.com/ada/tide',
  demo: 'https://tide.example',
  projectUrl: 'https://tide.example/about',
}
const UNKNOWN_POST_ID = '01932d4d-1ae7-7116-81fb-ed1476c2b116'

describe('editing a post', () => {
  test('changes the fields that are sent, keeps the others, and clears empty ones', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    const { data } = await ada.call(createPost, { body: draft })

    const { data: edited } = await ada.call(editPost, {
      params: { id: data._id },
      body: { title: 'A moon clock', type: 'other', github: 'https://git.example/ada', demo: '' },
    })

    expect(edited).toEqual({
      ...data,
      title: 'A moon clock',
      type: 'other',
      github: 'https://git.example/ada',
      demo: '',
    })
    expect((await ada.call(readOwnPost, { params: { id: data._id } })).data).toEqual(edited)
  })

  test('makes it findable by its new words and no longer by the old ones', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    const { data } = await ada.call(createPost, { body: draft })
    await ada.call(editPost, { params: { id: data._id }, body: { body: 'Hung above the piano' } })

    const search = async (q: string) => (await ada.call(browsePosts, { querystring: { q } })).data

    expect(await search('piano')).toHaveLength(1)
    expect(await search('kitchen')).toEqual([])
    expect(await search('tide')).toHaveLength(1)
  })

  test('without any field changes nothing', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    const { data } = await ada.call(createPost, { body: draft })

    const { data: edited } = await ada.call(editPost, { params: { id: data._id }, body: {} })

    expect(edited).toEqual(data)
  })

  test('refuses an invalid link', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    const { data } = await ada.call(createPost, { body: draft })

    const body = { title: 'A moon clock', demo: 'javascript:alert(1)' }
    const reply = await ada.send(editPost, { params: { id: data._id }, body })

    expect(reply.json()).toMatchObject({
      fields: { demo: 'Please enter a valid URL (including http:// or https://)' },
    })
    expect((await ada.call(readOwnPost, { params: { id: data._id } })).data).toEqual(data)
  })

  test('two concurrent edits of different fields are both saved and both searchable', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    const { data } = await ada.call(createPost, { body: draft })
    const params = { id: data._id }

    for (let round = 0; round < 10; round += 1) {
      const title = `Zephyr${round}`
      const body = `Quokka${round}`
      await Promise.all([
        ada.call(editPost, { params, body: { title } }),
        ada.call(editPost, { params, body: { body } }),
      ])
      const { data: current } = await ada.call(readOwnPost, { params })
      expect(current).toMatchObject({ title, body })
      for (const q of [title, body]) {
        const { data: matches } = await ada.call(browsePosts, { querystring: { q } })
        expect(matches.map(({ _id }) => _id)).toEqual([data._id])
      }
    }
  })
})

describe('deleting a post', () => {
  test('deletes all its data and redirects to My Posts', async () => {
    await using api = await startApp()
    const [ada, bob] = [await signInNewMember(api, 'ada'), await signInNewMember(api, 'bob')]
    const { data } = await ada.call(createPost, { body: draft })
    const params = { id: data._id }
    await bob.call(likePost, { params, body: null })

    const reply = await ada.call(deletePost, { params })

    expect(reply).toEqual({
      success: true,
      message: 'Post deleted successfully',
      redirect: '/my-posts',
    })
    await api.db.transaction().execute((tx) => deletePostContent(tx))
    for (const table of ['posts', 'post_stats', 'post_likes', 'post_search'] as const) {
      expect(await api.db.selectFrom(table).selectAll().execute()).toEqual([])
    }
    expect((await ada.send(readPost, { params })).json()).toMatchObject({
      code: 'not-found',
      message: 'Post not found',
    })
    expect((await ada.send(deletePost, { params })).statusCode).toBe(404)
    expect((await bob.send(likePost, { params, body: null })).json()).toMatchObject({
      message: 'Post not found',
    })
  })
})

describe('liking a post', () => {
  test('toggles without a body, sets the requested state, and returns the current state', async () => {
    await using api = await startApp()
    const [ada, bob] = [await signInNewMember(api, 'ada'), await signInNewMember(api, 'bob')]
    const { data } = await ada.call(createPost, { body: draft })
    const params = { id: data._id }
    const like = { success: true, message: 'Post liked', isLiked: true }
    const unlike = { success: true, message: 'Post unliked', isLiked: false }

    expect(await bob.call(likePost, { params, body: null })).toEqual({ ...like, likeCount: 1 })
    expect(await ada.call(likePost, { params, body: { liked: true } })).toEqual({
      ...like,
      likeCount: 2,
    })
    expect(await ada.call(likePost, { params, body: { liked: true } })).toEqual({
      ...like,
      likeCount: 2,
    })
    expect(await bob.call(likePost, { params, body: {} })).toEqual({ ...unlike, likeCount: 1 })
    expect(await bob.call(likePost, { params, body: { liked: false } })).toEqual({
      ...unlike,
      likeCount: 1,
    })

    expect((await ada.call(readPost, { params })).data).toMatchObject({
      likeCount: 1,
      isLiked: true,
    })
    const { data: seenByBob } = await bob.call(readPost, { params })
    expect(seenByBob).toMatchObject({ likeCount: 1, isLiked: false, likes: [data.user?._id] })
  })

  test('has a rate limit', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    const { data } = await ada.call(createPost, { body: draft })
    const like = () => ada.send(likePost, { params: { id: data._id }, body: { liked: true } })
    for (let index = 0; index < 120; index += 1) await like()

    expect((await like()).statusCode).toBe(429)
  })

  test('refuses a value that is no boolean', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    const { data } = await ada.call(createPost, { body: draft })

    const body = { liked: 'maybe' as unknown as boolean }
    expect((await ada.send(likePost, { params: { id: data._id }, body })).statusCode).toBe(400)
  })
})

describe('the posts of one member', () => {
  test('are listed newest first, page by page, for the member and for others', async () => {
    await using api = await startApp()
    const [ada, bob] = [await signInNewMember(api, 'ada'), await signInNewMember(api, 'bob')]
    const createdIds: string[] = []
    for (let index = 0; index < 5; index += 1) {
      createdIds.unshift((await ada.call(createPost, { body: draft })).data._id)
      await bob.call(createPost, { body: draft })
    }
    const { _id: userId } = (await ada.call(readPost, { params: { id: createdIds[0] ?? '' } })).data
      .user ?? { _id: '' }

    for (const list of [
      (querystring: object) => ada.call(listOwnPosts, { querystring }),
      (querystring: object) => bob.call(listMemberPosts, { params: { userId }, querystring }),
    ]) {
      const first = await list({ limit: '3' })
      const second = await list({ limit: '3', cursor: first.nextCursor })

      expect([...first.data, ...second.data].map(({ _id }) => _id)).toEqual(createdIds)
      expect(second.nextCursor).toBeNull()
    }
  })

  test('can be filtered by type, page by page; an unknown type is refused', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    const showcases: string[] = []
    let userId = ''
    for (const type of ['showcase', 'hackathon', 'showcase', 'other', 'showcase'] as const) {
      const { data } = await ada.call(createPost, { body: { ...draft, type } })
      userId = data.user?._id ?? ''
      if (type === 'showcase') showcases.unshift(data._id)
    }
    const params = { userId }
    for (const list of [
      (querystring: object) => ada.call(listOwnPosts, { querystring }),
      (querystring: object) => ada.call(listMemberPosts, { params, querystring }),
    ]) {
      const first = await list({ type: 'showcase', limit: '2' })
      const second = await list({ type: 'showcase', limit: '2', cursor: first.nextCursor })
      expect([...first.data, ...second.data].map(({ _id }) => _id)).toEqual(showcases)
      expect((await list({ type: 'open-source' })).data).toEqual([])
    }
    const unknown = { type: 'nonsense' as 'other' }
    const reply = await ada.send(listMemberPosts, { params, querystring: unknown })
    expect(reply.statusCode).toBe(400)
  })

  test('of an unknown or deleted member are not found; a member without posts has an empty list', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    const [bob, carla] = [
      await createMemberFixture(api.db, 'bob'),
      await createMemberFixture(api.db, 'carla'),
    ]
    const deleted = { deleted_at: new Date().toISOString() }
    await api.db.updateTable('members').set(deleted).where('id', '=', carla).execute()
    const list = (userId: string) =>
      ada.send(listMemberPosts, { params: { userId }, querystring: {} })

    expect((await list(bob)).json()).toMatchObject({ success: true, data: [], nextCursor: null })
    for (const userId of [UNKNOWN_POST_ID, carla]) {
      const reply = await list(userId)
      expect([reply.statusCode, reply.json()]).toEqual([
        404,
        { success: false, code: 'not-found', message: 'User not found' },
      ])
    }
  })
})
