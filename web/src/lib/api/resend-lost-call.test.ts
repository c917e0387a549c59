import { logOut } from '@dolph/contract/accounts/accounts'
import type { Endpoint, InputOf } from '@dolph/contract/endpoint'
import { createPost, editPost, likePost } from '@dolph/contract/posts/posts'
import { updateProfile } from '@dolph/contract/profiles/profiles'
import { getCsrfToken } from '@dolph/contract/accounts/viewer'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { fakeApi, mockReply } from '../../testing/fake-api.ts'
import { createPostFixture } from '../../testing/fixtures/post-fixtures.ts'
import { callEndpoint } from './api.ts'

const POST = createPostFixture()
const CONTENT = { title: 'Tide clock', type: 'showcase', body: 'For the kitchen wall' } as const
const REPLIES = {
  created: { success: true, _id: POST._id, message: 'Post created', data: POST },
  changed: { success: true, message: 'Post updated', data: POST },
  liked: { success: true, message: 'Liked', likeCount: 1, isLiked: true },
}

test.each([
  ['with a `tempId`', createPost, { body: { ...CONTENT, tempId: 'temp-1' } }, REPLIES.created],
  [
    'that sets a state',
    editPost,
    { params: { id: POST._id }, body: { title: 'Tide' } },
    REPLIES.changed,
  ],
  [
    'whose body sets a state',
    likePost,
    { params: { id: POST._id }, body: { liked: true } },
    REPLIES.liked,
  ],
])('a call %s is sent once more when its reply is lost', async (_, endpoint, input, reply) => {
  const bodies = loseFirstReplies(endpoint, 1, reply)
  expect(await call(endpoint, input)).toMatchObject({ success: true })
  expect(bodies).toEqual([input.body, input.body])
})

test('a call whose reply is lost twice fails', async () => {
  const bodies = loseFirstReplies(createPost, 2, REPLIES.created)
  const input = { body: { ...CONTENT, tempId: 'temp-1' } }
  await expect(call(createPost, input)).rejects.toMatchObject({ code: 'network' })
  expect(bodies).toHaveLength(2)
})

test.each([
  ['a new post without a `tempId`', createPost, { body: CONTENT }],
  ['a like that is toggled', likePost, { params: { id: POST._id }, body: {} }],
  ['a new email', updateProfile, { body: { email: 'ada@dolph.example' } }],
  ['a log-out', logOut, {}],
])('%s is sent once', async (_, endpoint, input) => {
  const bodies = loseFirstReplies(endpoint, 1, {})
  await expect(call(endpoint, input)).rejects.toMatchObject({ code: 'network' })
  expect(bodies).toHaveLength(1)
})

test('without a connection nothing is sent again', async () => {
  const bodies = loseFirstReplies(createPost, 1, REPLIES.created)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const input = { body: { ...CONTENT, tempId: 'temp-1' } }
  await expect(call(createPost, input)).rejects.toMatchObject({ code: 'network' })
  expect(bodies).toHaveLength(1)
})

function call(endpoint: Endpoint, input: object): Promise<unknown> {
  mockReply(getCsrfToken, { success: true, token: 'first' })
  return callEndpoint(endpoint, input as InputOf<Endpoint>)
}

/** Loses the first replies after their requests have arrived; returns the bodies of all requests. */
function loseFirstReplies(endpoint: Endpoint, count: number, reply: object): unknown[] {
  const bodies: unknown[] = []
  const handle = endpoint.method === 'PUT' ? http.put : http.post
  const [status = '200'] = Object.keys(endpoint.schema.response)
  fakeApi.use(
    handle(`*${endpoint.url}`, async ({ request }) => {
      const text = await request.text()
      bodies.push(text === '' ? undefined : JSON.parse(text))
      if (bodies.length <= count) return HttpResponse.error()
      return HttpResponse.json(reply, { status: Number(status) })
    }),
  )
  return bodies
}
