import { createMemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { waitForRouter } from './wait-for-router.ts'

test('a page whose code is there is rendered at once', () => {
  const router = createMemoryRouter([{ path: '/', Component: () => null }])
  expect(waitForRouter(router)).toBeUndefined()
})

test.each([
  ['has arrived', ({ resolve }: PendingPage) => resolve(() => null)],
  ['has failed', ({ reject }: PendingPage) => reject(new TypeError('reset'))],
])('a page is not rendered before its code %s', async (_, settle) => {
  const page: PendingPage = Promise.withResolvers()
  const router = createMemoryRouter([{ path: '/', lazy: { Component: () => page.promise } }])
  let isReady = false
  const ready = waitForRouter(router)?.then(() => (isReady = true))
  await Promise.resolve()
  expect([isReady, router.state.initialized]).toEqual([false, false])
  settle(page)
  await ready
  expect([isReady, router.state.initialized]).toEqual([true, true])
})

type PendingPage = PromiseWithResolvers<() => null>
