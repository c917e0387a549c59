import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { cancelRequests } from './cancel-requests.ts'
import { createQueryClient } from './query-client.ts'

test('a first load that is canceled starts again while it is on the screen', async () => {
  const client = createQueryClient()
  const queryFn = vi.fn(loadFirstNever)
  const observer = new QueryObserver(client, { queryKey: ['posts', 'feed'], queryFn })
  const leave = observer.subscribe(() => undefined)
  await cancelRequests(client, { queryKey: ['posts'] })
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('load 2'))
  leave()

  queryFn.mockClear()
  void client.prefetchQuery({ queryKey: ['posts', 'off-screen'], queryFn })
  await cancelRequests(client, { queryKey: ['posts'] })
  expect(queryFn).toHaveBeenCalledTimes(1)
})

test('a query that has data keeps it, and one that may not start again does not', async () => {
  const client = createQueryClient()
  client.setQueryData(['posts'], 'shown')
  const queryFn = vi.fn(loadFirstNever)
  const observers = [['posts'], ['members-only']].map(
    (queryKey) => new QueryObserver(client, { queryKey, queryFn, staleTime: 0 }),
  )
  const leave = observers.map((observer) => observer.subscribe(() => undefined))
  expect(queryFn).toHaveBeenCalledTimes(2)
  await cancelRequests(client, {}, ({ queryKey }) => queryKey[0] !== 'members-only')
  expect(queryFn).toHaveBeenCalledTimes(2)
  expect(observers.map((observer) => observer.getCurrentResult().data)).toEqual([
    'shown',
    undefined,
  ])
  for (const unsubscribe of leave) unsubscribe()
})

let loads = 0
/** The signal is read, so that a canceled request is given up. */
function loadFirstNever({ signal }: { signal: AbortSignal }): Promise<string> {
  loads += 1
  signal.throwIfAborted()
  return loads === 1 ? new Promise(() => undefined) : Promise.resolve(`load ${loads}`)
}
