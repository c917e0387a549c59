import { getViewer } from '@dolph/contract/accounts/viewer'
import { http, HttpResponse } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { callEndpoint } from '../api/api.ts'
import { ApiError } from '../api/api-error.ts'
import { createQueryClient } from './query-client.ts'

test('a query refused as not signed in reports it once, and is not repeated', async () => {
  const onSignedOut = vi.fn()
  const client = createQueryClient(onSignedOut)
  const queryFn = vi.fn(() => Promise.reject(new ApiError('not-signed-in', 'Please log in')))

  await expect(client.fetchQuery({ queryKey: ['posts'], queryFn })).rejects.toThrow('Please log in')

  expect(onSignedOut).toHaveBeenCalledTimes(1)
  expect(queryFn).toHaveBeenCalledTimes(1)
})

test('a mutation refused as not signed in reports it once', async () => {
  const onSignedOut = vi.fn()
  const client = createQueryClient(onSignedOut)
  const mutationFn = () => Promise.reject(new ApiError('not-signed-in', 'Please log in'))

  const mutation = client.getMutationCache().build(client, { mutationFn })
  await expect(mutation.execute(undefined)).rejects.toThrow('Please log in')

  expect(onSignedOut).toHaveBeenCalledTimes(1)
})

test.each(['network', 'unavailable', 'forbidden', 'not-found'] as const)(
  '%s does not report a sign-out',
  async (code) => {
    const onSignedOut = vi.fn()
    const client = createQueryClient(onSignedOut)
    const queryFn = () => Promise.reject(new ApiError(code, 'No'))
    await expect(client.fetchQuery({ queryKey: ['posts'], queryFn, retry: false })).rejects.toThrow(
      'No',
    )
    expect(onSignedOut).not.toHaveBeenCalled()
  },
)

test.each(['unavailable', 'too-many-requests'] as const)(
  'a query refused as %s is sent once more, after the time that the server named',
  async (code) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const client = createQueryClient()
    const busy = new ApiError(code, 'Busy', {}, { retryAfterSeconds: 2 })
    const queryFn = vi.fn(() => Promise.reject(busy))
    const query = client
      .fetchQuery({ queryKey: ['posts'], queryFn })
      .catch((error: unknown) => error)

    await vi.advanceTimersByTimeAsync(1_900)
    expect(queryFn).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(200)
    expect(queryFn).toHaveBeenCalledTimes(2)
    expect(await query).toBe(busy)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(queryFn).toHaveBeenCalledTimes(2)
  },
)

test('a server that asks for a long wait is not asked again by itself', async () => {
  const client = createQueryClient()
  const busy = new ApiError('unavailable', 'Busy', {}, { retryAfterSeconds: 60 })
  const queryFn = vi.fn(() => Promise.reject(busy))
  await expect(client.fetchQuery({ queryKey: ['posts'], queryFn })).rejects.toThrow('Busy')
  expect(queryFn).toHaveBeenCalledTimes(1)
})

test('without a connection a query is not retried', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const client = createQueryClient()
  const queryFn = vi.fn(() => Promise.reject(new ApiError('network', 'No')))
  await expect(client.fetchQuery({ queryKey: ['posts'], queryFn })).rejects.toThrow('No')
  expect(queryFn).toHaveBeenCalledTimes(1)
})

test('a response stored by the service worker is used only by a query that has no data', async () => {
  const ada = createViewerFixture()
  const body = { success: true, _id: ada._id, data: ada }
  const headers = { 'x-stored-at': '2026-11-15T12:00:00.000Z' }
  fakeApi.use(http.get(`*${getViewer.url}`, () => HttpResponse.json(body, { headers })))
  const client = createQueryClient()
  const query = {
    queryKey: ['who'],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await callEndpoint(getViewer, {}, signal)).data.userName,
    retry: false,
  }

  expect(await client.fetchQuery(query)).toBe(ada.userName)
  client.setQueryData(query.queryKey, 'newer')
  await expect(client.fetchQuery({ ...query, staleTime: 0 })).rejects.toThrow('Could not reach')
  expect(client.getQueryData(query.queryKey)).toBe('newer')
})
