import { browsePosts } from '@dolph/contract/posts'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { answer, answerRaw, fakeApi, refuse } from '../testing/fake-api.ts'
import { ApiError, call } from './api.ts'

const EMPTY = { success: true, message: 'ok', data: [], nextCursor: null } as const

test('a call returns what the contract promises', async () => {
  answer(browsePosts, { ...EMPTY, data: [] })
  expect(await call(browsePosts, { querystring: {} })).toEqual(EMPTY)
})

test('only what was asked for goes into the address', async () => {
  let search = ''
  fakeApi.use(
    http.get('*/api/posts/browse', ({ request }) => {
      search = new URL(request.url).search
      return HttpResponse.json(EMPTY)
    }),
  )
  await call(browsePosts, { querystring: { type: 'showcase', cursor: undefined, limit: 5 } })
  expect(search).toBe('?type=showcase&limit=5')
})

test('a refusal keeps its code, its sentence and its fields', async () => {
  refuse(browsePosts, 400, {
    code: 'invalid-input',
    message: 'Unknown cursor',
    fields: { cursor: 'Unknown cursor' },
  })
  expect(await failure()).toMatchObject({
    code: 'invalid-input',
    message: 'Unknown cursor',
    fields: { cursor: 'Unknown cursor' },
  })
})

test('a reply outside the contract is an error, not data', async () => {
  answerRaw(browsePosts, 200, { success: true, data: 'nonsense' })
  expect(await failure()).toMatchObject({ code: 'internal', message: 'Invalid response format' })
})

test('a server that cannot be reached is a network error', async () => {
  fakeApi.use(http.get('*/api/posts/browse', () => HttpResponse.error()))
  expect(await failure()).toMatchObject({ code: 'network' })
})

test('a proxy that answers with a page instead of JSON is an error that can be shown', async () => {
  fakeApi.use(
    http.get('*/api/posts/browse', () => HttpResponse.html('<h1>502</h1>', { status: 502 })),
  )
  expect(await failure()).toMatchObject({ code: 'internal', message: 'Something went wrong' })
})

async function failure(): Promise<ApiError> {
  const error: unknown = await call(browsePosts, { querystring: {} }).catch(
    (cause: unknown) => cause,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}
