import * as accounts from '@dolph/contract/accounts/accounts'
import * as comments from '@dolph/contract/comments/comments'
import type { Endpoint } from '@dolph/contract/endpoint'
import * as messaging from '@dolph/contract/messaging/messaging'
import * as posts from '@dolph/contract/posts/posts'
import * as profiles from '@dolph/contract/profiles/profiles'
import { getCsrfToken } from '@dolph/contract/accounts/viewer'
import { expect, test } from 'vitest'
import { signInNewMember } from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'

const NOT_IDS = ['nonsense', '1', '%00', 'a'.repeat(120), '01932d4d-1ae7-7116-81fb-ed1476c2b11']

test('a path that cannot name anything is answered like one that names nothing: 404, with the same message', async () => {
  await using api = await startApp({ env: { LIMITS: 'relaxed' } })
  const ada = await signInNewMember(api, 'ada')
  const endpoints = [accounts, comments, messaging, posts, profiles]
    .flatMap((contract) => Object.values<unknown>(contract))
    .filter(isEndpointWithId)
  const replies: unknown[] = []
  const expected: unknown[] = []

  for (const endpoint of endpoints) {
    for (const text of NOT_IDS) {
      const url = endpoint.url.replace(/:\w+/, text)
      const hasBody = endpoint.method === 'PUT' || endpoint.method === 'POST'
      const reply = await ada.request(endpoint.method, url, {
        ...(hasBody && { body: { title: 'Changed', content: 'Changed' } }),
        headers: { 'x-csrf-token': (await ada.call(getCsrfToken, {})).token },
      })
      const { code, message } = reply.json<{ code: string; message: string }>()
      replies.push([endpoint.method, url, reply.statusCode, code, message])
      expected.push([endpoint.method, url, 404, 'not-found', getMessage(endpoint.url)])
    }
  }

  expect(endpoints.length).toBeGreaterThanOrEqual(13)
  expect(replies).toEqual(expected)
})

test('an id in a body or query string that is no UUID stays invalid input', async () => {
  await using api = await startApp()
  const ada = await signInNewMember(api, 'ada')

  const replies = [
    await ada.send(comments.createComment, { body: { postId: 'nonsense', content: 'Hello' } }),
    await ada.send(messaging.sendMessage, { body: { recipientId: 'nonsense', content: 'Hello' } }),
    await ada.send(messaging.syncMessages, { querystring: { conversationWith: 'nonsense' } }),
    await ada.send(posts.browsePosts, { querystring: { author: 'nonsense' } }),
  ]

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400])
})

test('the token of a verification link stays invalid input, however long it is', async () => {
  await using api = await startApp()
  const url = accounts.verifyEmail.url.replace(':token', 'a'.repeat(300))
  const headers = { 'sec-fetch-site': 'same-origin' }
  const reply = await api.browser().request('GET', url, { headers })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ message: 'Verification failed. Invalid or expired token.' })
})

function isEndpointWithId(value: unknown): value is Endpoint {
  const url = typeof value === 'object' && value !== null && 'url' in value ? value.url : ''
  return typeof url === 'string' && url.includes('/:') && !url.includes(':token')
}

function getMessage(url: string): string {
  if (url.includes('/:user')) return 'User not found'
  if (url.startsWith('/api/messages')) return 'Message not found'
  const isComment = url.startsWith('/api/comments') && !url.startsWith('/api/comments/post')
  return isComment ? 'Comment not found' : 'Post not found'
}
