import { getCsrfToken } from '@dolph/contract/accounts/viewer'
import { deletePost, editPost, likePost, readOwnPost, readPost } from '@dolph/contract/posts/posts'
import { describe, expect, test } from 'vitest'
import { signInNewMember } from '../../testing/sign-up-member.ts'
import { createMemberFixture, createPostFixture } from '../../testing/fixtures.ts'
import { startApp } from '../../testing/start-app.ts'

const draft = { title: 'A tide clock', type: 'showcase', body: 'It hangs on the kitchen wall' }
const UNKNOWN_POST_ID = '01932d4d-1ae7-7116-81fb-ed1476c2b116'

describe('access to posts', () => {
  const calls = [
    ['lists own posts', 'GET', '/api/posts/user/me'],
    ['lists a member’s posts', 'GET', `/api/posts/user/${UNKNOWN_POST_ID}`],
    ['reads a post', 'GET', `/api/posts/auth/${UNKNOWN_POST_ID}`],
    ['reads a post for editing', 'GET', `/api/posts/${UNKNOWN_POST_ID}`],
    ['creates', 'POST', '/api/posts'],
    ['edits', 'PUT', `/api/posts/${UNKNOWN_POST_ID}`],
    ['deletes', 'DELETE', `/api/posts/${UNKNOWN_POST_ID}`],
    ['likes', 'POST', `/api/posts/${UNKNOWN_POST_ID}/like`],
  ] as const

  test.each(calls)('a visitor who %s must log in', async (_, method, url) => {
    await using api = await startApp()

    const { token } = await api.visitor.call(getCsrfToken, {})
    const reply = await api.visitor.request(method, url, {
      body: draft,
      headers: { 'x-csrf-token': token },
    })

    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toMatchObject({ code: 'not-signed-in' })
  })

  test.each(calls.filter(([, method]) => method !== 'GET'))(
    'a page of another origin cannot make a member do it: %s',
    async (_, method, url) => {
      await using api = await startApp()
      const ada = await signInNewMember(api, 'ada')

      const reply = await ada.request(method, url, { body: draft })
      const foreign = await ada.request(method, url, {
        body: draft,
        headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      })

      expect([reply.statusCode, foreign.statusCode]).toEqual([403, 403])
      expect(await api.db.selectFrom('posts').selectAll().execute()).toEqual([])
    },
  )

  test('a post of another author cannot be edited, deleted or read for editing', async () => {
    await using api = await startApp()
    const bob = await signInNewMember(api, 'bob')
    const id = await createPostFixture(api.db, await createMemberFixture(api.db, 'ada'))
    const before = await bob.call(readPost, { params: { id } })

    const replies = [
      await bob.send(editPost, { params: { id }, body: { title: 'Mine' } }),
      await bob.send(deletePost, { params: { id } }),
      await bob.send(readOwnPost, { params: { id } }),
    ]

    for (const reply of replies) {
      expect(reply.statusCode).toBe(404)
      expect(reply.json()).toMatchObject({ code: 'not-found', message: 'Post not found' })
    }
    expect(await bob.call(readPost, { params: { id } })).toEqual(before)
  })

  test.each([
    ['a post that does not exist', UNKNOWN_POST_ID],
    ['no id at all', 'undefined'],
    ['an id with a quote in it', "1' or '1'='1"],
    ['a short id', '01932d4d'],
  ])('%s is not found anywhere', async (_, id) => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    const input = { params: { id: encodeURIComponent(id) } }

    const replies = [
      await ada.send(readPost, input),
      await ada.send(readOwnPost, input),
      await ada.send(editPost, { ...input, body: { title: 'Mine' } }),
      await ada.send(deletePost, input),
      await ada.send(likePost, { ...input, body: null }),
    ]

    expect(replies.map((reply) => reply.statusCode)).toEqual(replies.map(() => 404))
  })
})
