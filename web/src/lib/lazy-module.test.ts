import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createLazyModule, useLazy } from './lazy-module.ts'

test('what comes late is there for everybody once it has come, and is fetched once', async () => {
  let fetched = 0
  const code = createLazyModule(async () => `code ${(fetched += 1)}`)
  const first = renderHook(() => useLazy(code))
  expect(first.result.current).toBeUndefined()
  await waitFor(() => expect(first.result.current).toBe('code 1'))
  expect(renderHook(() => useLazy(code)).result.current).toBe('code 1')
})

test('what is not wanted is not fetched', async () => {
  let fetched = 0
  const code = createLazyModule(async () => `code ${(fetched += 1)}`)
  const { result, rerender } = renderHook(({ wanted }) => useLazy(code, wanted), {
    initialProps: { wanted: false },
  })
  await act(async () => undefined)
  expect(fetched).toBe(0)
  rerender({ wanted: true })
  await waitFor(() => expect(result.current).toBe('code 1'))
})

test('what could not be fetched is tried again by whoever asks next', async () => {
  let fetched = 0
  const code = createLazyModule(async () => {
    fetched += 1
    if (fetched === 1) throw new Error('Offline')
    return `code ${fetched}`
  })
  code.load()
  await act(async () => undefined)
  const { result } = renderHook(() => useLazy(code))
  await waitFor(() => expect(result.current).toBe('code 2'))
})
