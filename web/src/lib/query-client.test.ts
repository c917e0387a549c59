import { expect, test, vi } from 'vitest'
import { ApiError } from './api.ts'
import { createQueryClient } from './query-client.ts'

test('a query that finds nobody signed in says so once, and is not repeated', async () => {
  const onSignedOut = vi.fn()
  const client = createQueryClient(onSignedOut)
  const queryFn = vi.fn(() => Promise.reject(new ApiError('not-signed-in', 'Please log in')))

  await expect(client.fetchQuery({ queryKey: ['posts'], queryFn })).rejects.toThrow('Please log in')

  expect(onSignedOut).toHaveBeenCalledTimes(1)
  expect(queryFn).toHaveBeenCalledTimes(1)
})

test('so does a mutation', async () => {
  const onSignedOut = vi.fn()
  const client = createQueryClient(onSignedOut)
  const mutationFn = () => Promise.reject(new ApiError('not-signed-in', 'Please log in'))

  const mutation = client.getMutationCache().build(client, { mutationFn })
  await expect(mutation.execute(undefined)).rejects.toThrow('Please log in')

  expect(onSignedOut).toHaveBeenCalledTimes(1)
})

test.each(['network', 'unavailable', 'forbidden', 'not-found'] as const)(
  '%s signs nobody out',
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
