import {
  logIn,
  logOut,
  sendPasswordCode,
  signUp,
  verifyCode,
  verifyEmail,
} from '@dolph/contract/accounts/accounts'
import { getCsrfToken } from '@dolph/contract/accounts/viewer'
import { listComments } from '@dolph/contract/comments/comments'
import { browsePosts } from '@dolph/contract/posts/posts'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { mockReply, mockRawReply, fakeApi, mockRefusal } from '../../testing/fake-api.ts'
import { callEndpoint, callPaginatedEndpoint } from './api.ts'
import { ApiError } from './api-error.ts'
import { clearCsrfToken } from './csrf-token.ts'

const POST = '01932dad-55f0-7c01-9923-d974d6c5fc01'
const EMPTY = { success: true, message: 'ok', data: [], nextCursor: null } as const

test('a call returns what the contract promises', async () => {
  mockReply(browsePosts, { ...EMPTY, data: [] })
  expect(await callEndpoint(browsePosts, { querystring: {} })).toEqual(EMPTY)
})

test('a call goes to the host of the page, with cookies and without a bearer token', async () => {
  localStorage.setItem('token', 'left by another program')
  mockReply(browsePosts, { ...EMPTY, data: [] })
  const fetch = vi.spyOn(window, 'fetch')
  await callEndpoint(browsePosts, { querystring: {} })
  const [url, options] = fetch.mock.calls[0] ?? []
  expect([url, options?.credentials]).toEqual(['/api/posts/browse', 'same-origin'])
  expect(new Headers(options?.headers).has('authorization')).toBe(false)
})

test('a call without a reply is given up after ten seconds', async () => {
  const timeout = new AbortController()
  const createTimeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
  vi.spyOn(window, 'fetch').mockImplementation(
    (_, options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
      }),
  )
  const error = catchBrowseError()
  expect(createTimeout).toHaveBeenCalledWith(10_000)
  timeout.abort()
  expect(await error).toMatchObject({ code: 'network' })
})

test('parameters without a value are left out of the URL', async () => {
  let search = ''
  fakeApi.use(
    http.get('*/api/posts/browse', ({ request }) => {
      search = new URL(request.url).search
      return HttpResponse.json(EMPTY)
    }),
  )
  await callEndpoint(browsePosts, {
    querystring: { type: 'showcase', cursor: undefined, limit: 5 },
  })
  expect(search).toBe('?type=showcase&limit=5')
})

test('a refusal keeps its code, its message and its fields', async () => {
  mockRefusal(browsePosts, 400, {
    code: 'invalid-input',
    message: 'Unknown cursor',
    fields: { cursor: 'Unknown cursor' },
  })
  expect(await catchBrowseError()).toMatchObject({
    code: 'invalid-input',
    message: 'Unknown cursor',
    fields: { cursor: 'Unknown cursor' },
  })
})

test('a reply outside the contract is an error, not data', async () => {
  mockRawReply(browsePosts, 200, { success: true, data: 'nonsense' })
  expect(await catchBrowseError()).toMatchObject({
    code: 'invalid-response',
    message: 'Invalid response format',
  })
})

test('a server that cannot be reached is a network error', async () => {
  fakeApi.use(http.get('*/api/posts/browse', () => HttpResponse.error()))
  expect(await catchBrowseError()).toMatchObject({ code: 'network' })
})

test('an HTML reply from a proxy becomes an error that can be shown', async () => {
  fakeApi.use(
    http.get('*/api/posts/browse', () => HttpResponse.html('<h1>502</h1>', { status: 502 })),
  )
  expect(await catchBrowseError()).toMatchObject({
    code: 'internal',
    message: 'Something went wrong',
  })
})

describe('a page of a list', () => {
  const NEXT = '/api/comments/post/1?limit=20&cursor=aB-3_'

  test.each([
    ['has the next cursor from the Link header', `<${NEXT}>; rel="next"`, 'aB-3_'],
    [
      'accepts an absolute URL in the header',
      `<https://dolph.example${NEXT}>; rel="next"`,
      'aB-3_',
    ],
    ['finds the next link among others', `</first>; rel="prev", <${NEXT}>; rel="next"`, 'aB-3_'],
    ['is the last one if the header only links back', `<${NEXT}>; rel="prev"`, null],
    ['is the last one without the header', undefined, null],
  ])('%s', async (_, link, nextCursor) => {
    fakeApi.use(
      http.get('*/api/comments/post/:id', () =>
        HttpResponse.json([], link === undefined ? {} : { headers: { link } }),
      ),
    )
    expect(
      await callPaginatedEndpoint(listComments, { params: { id: POST }, querystring: {} }),
    ).toEqual({
      items: [],
      nextCursor,
    })
  })

  test('can be refused like any other reply', async () => {
    mockRefusal(listComments, 404, { code: 'not-found', message: 'Post not found' })
    await expect(
      callPaginatedEndpoint(listComments, { params: { id: POST }, querystring: {} }),
    ).rejects.toMatchObject({ code: 'not-found', message: 'Post not found' })
  })
})

describe('the CSRF token', () => {
  const DONE = { success: true, message: 'ok' } as const
  const REFUSED = { code: 'invalid-csrf-token', message: 'Invalid CSRF token' } as const

  test('is fetched once and sent with each unsafe call', async () => {
    const tokens = mockReply(getCsrfToken, { success: true, token: 'first' })
    const calls = mockReply(logOut, DONE)

    await Promise.all([callEndpoint(logOut, {}), callEndpoint(logOut, {})])
    await callEndpoint(logOut, {})

    expect(calls.map(({ token }) => token)).toEqual(['first', 'first', 'first'])
    expect(tokens).toHaveLength(1)
  })

  test('is neither needed nor sent to sign up, to verify an email or to log in', async () => {
    const email = 'ada@dolph.example'
    const names = { firstName: 'Ada', lastName: 'Lovelace', userName: 'ada' }
    const passwords = { Password: 'Lagoon42', confirmPassword: 'Lagoon42' }
    const tokens = mockReply(getCsrfToken, { success: true, token: 'first' })
    mockReply(logOut, DONE)
    const calls = [
      mockReply(signUp, { ...DONE, email }),
      mockReply(verifyCode, DONE),
      mockReply(verifyEmail, { ...DONE, email }),
      mockReply(logIn, DONE),
    ]
    for (const isCached of [false, true]) {
      if (isCached) await callEndpoint(logOut, {})
      await callEndpoint(signUp, { body: { ...names, ...passwords, Email: email } })
      await callEndpoint(verifyCode, { body: { email, code: '123456' } })
      await callEndpoint(verifyEmail, { params: { token: 'mailed' } })
      await callEndpoint(logIn, { body: { email, password: 'secret' } })
    }
    expect(calls.flat().map(({ token }) => token)).toEqual(Array.from({ length: 8 }, () => null))
    expect(tokens.map(({ token }) => token)).toEqual([null])
  })

  test('is sent with a read if it is cached, but never fetched for one', async () => {
    const tokens = mockReply(getCsrfToken, { success: true, token: 'first' })
    mockReply(logOut, DONE)
    const calls = mockReply(browsePosts, { ...EMPTY, data: [] })

    await callEndpoint(browsePosts, { querystring: {} })
    await callEndpoint(logOut, {})
    await callEndpoint(browsePosts, { querystring: {} })

    expect(calls.map(({ token }) => token)).toEqual([null, 'first'])
    expect(tokens).toHaveLength(1)
  })

  test('is fetched again when the server refuses it, and the call is repeated', async () => {
    mockReply(getCsrfToken, { success: true, token: 'old' })
    mockReply(logOut, DONE)
    await callEndpoint(logOut, {})

    mockReply(getCsrfToken, { success: true, token: 'new' })
    const calls: (string | null)[] = []
    fakeApi.use(
      http.post('*/api/profile/send-password-code', ({ request }) => {
        const token = request.headers.get('x-csrf-token')
        calls.push(token)
        return token === 'new'
          ? HttpResponse.json(DONE)
          : HttpResponse.json({ success: false, ...REFUSED }, { status: 403 })
      }),
    )

    expect(await callEndpoint(sendPasswordCode, {})).toEqual(DONE)
    expect(calls).toEqual(['old', 'new'])
  })

  test('is fetched again only once, even if the server keeps refusing it', async () => {
    const calls = mockRefusal(logOut, 403, REFUSED)
    await expect(callEndpoint(logOut, {})).rejects.toMatchObject(REFUSED)
    expect(calls).toHaveLength(2)
  })

  test('is not fetched again after another refusal', async () => {
    const calls = mockRefusal(logOut, 403, { code: 'forbidden', message: 'Not yours' })
    await expect(callEndpoint(logOut, {})).rejects.toMatchObject({ message: 'Not yours' })
    expect(calls).toHaveLength(1)
  })

  test('is replaced after a sign-in or sign-out', async () => {
    const calls = mockReply(logOut, DONE)
    await callEndpoint(logOut, {})
    mockReply(getCsrfToken, { success: true, token: 'second' })
    clearCsrfToken()
    await callEndpoint(logOut, {})
    expect(calls.map(({ token }) => token)).toEqual(['token', 'second'])
  })
})

async function catchBrowseError(): Promise<ApiError> {
  const error: unknown = await callEndpoint(browsePosts, { querystring: {} }).catch(
    (cause: unknown) => cause,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

test.each([
  ['the first reply of a page', true],
  ['a reply', false],
])('%s whose body ends in the middle is a network error', async (_, isEarly) => {
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"success":'))
      controller.error(new TypeError('network error'))
    },
  })
  const response = new Response(body, { headers: { 'content-type': 'application/json' } })
  if (isEarly) window.earlyReplies = new Map([['/api/posts/browse', Promise.resolve(response)]])
  else vi.spyOn(window, 'fetch').mockResolvedValue(response)
  vi.spyOn(performance, 'now').mockReturnValue(1_000)
  expect(await catchBrowseError()).toMatchObject({ code: 'network' })
  delete window.earlyReplies
})
