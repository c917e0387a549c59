import {
  browsePosts,
  createPost,
  editPost,
  likePost,
  POST_ALREADY_SENT,
  readPost,
} from '@dolph/contract/posts/posts'
import { updateProfile } from '@dolph/contract/profiles/profiles'
import { describe, expect, test } from 'vitest'
import { signInNewMember } from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'

const draft = {
  title: 'A tide clock',
  type: 'showcase' as const,
  body: 'It hangs on the kitchen wall',
  github: 'https://github.com/ada/tide',
  demo: 'https://tide.example',
  projectUrl: 'https://tide.example/about',
}

describe('creating a post', () => {
  test('returns the post as all members see it, and browsing shows it at once', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')

    const reply = await ada.send(createPost, { body: draft })

    expect(reply.statusCode).toBe(201)
    const { data } = createPost.schema.response[201].parse(reply.json())
    expect(data).toMatchObject({
      ...draft,
      user: { userName: 'ada' },
      likes: [],
      likeCount: 0,
      commentCount: 0,
      isLiked: false,
    })
    const { data: listed } = await ada.call(browsePosts, { querystring: {} })
    const { repository, authorBio, ...card } = data
    expect([repository, authorBio]).toEqual([null, ''])
    expect(listed).toEqual([card])
    expect(await ada.call(readPost, { params: { id: data._id } })).toEqual({ success: true, data })
  })

  test('says in a line who its author is, where it is read alone', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    await ada.call(updateProfile, { body: { bio: ' I build "boats". \n\nAnd clocks.' } })
    const { data } = await ada.call(createPost, { body: draft })
    expect(data.authorBio).toBe('I build "boats".')
    const { data: listed } = await ada.call(browsePosts, { querystring: {} })
    expect(listed[0]).not.toHaveProperty('authorBio')
  })

  test('needs no links', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    const { title, type, body } = draft

    const { data } = await ada.call(createPost, { body: { title, type, body } })

    expect(data).toMatchObject({ github: '', demo: '', projectUrl: '' })
  })

  test.each([
    ['no title', { title: '  ' }, 'title', 'Title is required'],
    [
      'too long a title',
      { title: 'a'.repeat(101) },
      'title',
      'Title cannot be more than 100 characters',
    ],
    ['no description', { body: '' }, 'body', 'Description is required'],
    [
      'too long a description',
      { body: 'a'.repeat(5001) },
      'body',
      'Description cannot be more than 5000 characters',
    ],
    [
      'another GitHub',
      { github: 'https://github.com.evil.example/x' },
      'github',
      'Please enter a valid GitHub URL',
    ],
    ['a script for a demo', { demo: 'javascript:alert(1)' }, 'demo', 'Please enter a valid URL'],
    ['a text that is no URL', { projectUrl: 'tide' }, 'projectUrl', 'Please enter a valid URL'],
  ])('refuses %s', async (_, invalid, field, message) => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')

    const reply = await ada.send(createPost, { body: { ...draft, ...invalid } })

    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ code: 'invalid-input', fields: { [field]: message } })
    expect(await api.db.selectFrom('posts').selectAll().execute()).toEqual([])
  })

  test('the same draft sent fifty times at once is one post', async () => {
    await using api = await startApp({ env: { LIMITS: 'relaxed' } })
    const ada = await signInNewMember(api, 'ada')
    const body = { ...draft, tempId: 'temp-0f8fad5b-d9cb' }

    const sends = Array.from({ length: 50 }, () => ada.call(createPost, { body }))
    const replies = await Promise.all(sends)

    expect(new Set(replies.map(({ data }) => data._id)).size).toBe(1)
    for (const table of ['posts', 'post_stats', 'post_search', 'post_rank_changes'] as const) {
      expect(await api.db.selectFrom(table).selectAll().execute()).toHaveLength(1)
    }
  })

  test('the same draft sent again later returns the current post', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    const body = { ...draft, tempId: 'temp-0f8fad5b-d9cb' }
    const { data } = await ada.call(createPost, { body })
    const params = { id: data._id }
    await ada.call(editPost, { params, body: { title: 'A moon clock' } })
    await ada.call(likePost, { params, body: { liked: true } })

    const repeated = await ada.call(createPost, { body })

    expect(repeated.data).toMatchObject({
      _id: data._id,
      title: 'A moon clock',
      likeCount: 1,
      isLiked: true,
    })
    const { data: matches } = await ada.call(browsePosts, { querystring: { q: 'moon clock' } })
    expect(matches.map(({ _id }) => _id)).toEqual([data._id])
  })

  test('another draft under the same tempId is a conflict, also after the post was edited to it', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    const tempId = 'temp-0f8fad5b-d9cb'
    const { data } = await ada.call(createPost, { body: { ...draft, tempId } })
    const changes = [
      { title: 'A moon clock' },
      { type: 'project-idea' as const },
      { body: 'It hangs in the hall' },
      { github: '' },
      { demo: 'https://moon.example' },
      { projectUrl: '' },
    ]
    await ada.call(editPost, { params: { id: data._id }, body: { title: 'A moon clock' } })

    for (const change of changes) {
      const reply = await ada.send(createPost, { body: { ...draft, ...change, tempId } })
      expect([reply.statusCode, reply.json()]).toEqual([
        409,
        { success: false, code: 'conflict', message: POST_ALREADY_SENT },
      ])
    }
    const rows = await api.db.selectFrom('posts').select(['id', 'title']).execute()
    expect(rows).toEqual([{ id: data._id, title: 'A moon clock' }])
  })

  test('fifty sends at once under one tempId with two contents are one post: the first content wins', async () => {
    await using api = await startApp({ env: { LIMITS: 'relaxed' } })
    const ada = await signInNewMember(api, 'ada')
    const tempId = 'temp-0f8fad5b-d9cb'
    const titles = Array.from({ length: 50 }, (_, index) => (index % 2 ? 'A moon clock' : 'Tide'))

    const sends = titles.map((title) => ada.send(createPost, { body: { ...draft, title, tempId } }))
    const replies = await Promise.all(sends)

    const rows = await api.db.selectFrom('posts').select(['id', 'title']).execute()
    expect(rows).toHaveLength(1)
    for (const [index, reply] of replies.entries()) {
      expect(reply.statusCode).toBe(titles[index] === rows[0]?.title ? 201 : 409)
    }
  })

  test('two members may send the same tempId', async () => {
    await using api = await startApp()
    const [ada, bob] = [await signInNewMember(api, 'ada'), await signInNewMember(api, 'bob')]
    const body = { ...draft, tempId: 'temp-0f8fad5b-d9cb' }

    const adas = await ada.call(createPost, { body })
    const bobs = await bob.call(createPost, { body })

    expect(bobs.data._id).not.toBe(adas.data._id)
    expect(bobs.data.user?.userName).toBe('bob')
  })

  test('a member creates at most thirty posts an hour', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    const statuses: number[] = []
    for (let index = 0; index < 30; index += 1) {
      statuses.push((await ada.send(createPost, { body: draft })).statusCode)
    }

    const oneMore = await ada.send(createPost, { body: draft })

    expect(new Set(statuses)).toEqual(new Set([201]))
    expect(oneMore.statusCode).toBe(429)
    expect(Number(oneMore.headers['retry-after'])).toBeGreaterThan(60)
  })
})
