import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createLazyModule, useLazy } from './lazy-module.ts'

test('a lazy module is fetched once, and then available to every component', async () => {
  let fetchCount = 0
  const module = createLazyModule(async () => `code ${(fetchCount += 1)}`)
  const first = renderHook(() => useLazy(module))
  expect(first.result.current).toBeUndefined()
  await waitFor(() => expect(first.result.current).toBe('code 1'))
  expect(renderHook(() => useLazy(module)).result.current).toBe('code 1')
})

test('a module that is not enabled is not fetched', async () => {
  let fetchCount = 0
  const module = createLazyModule(async () => `code ${(fetchCount += 1)}`)
  const { result, rerender } = renderHook(({ isEnabled }) => useLazy(module, isEnabled), {
    initialProps: { isEnabled: false },
  })
  await act(async () => undefined)
  expect(fetchCount).toBe(0)
  rerender({ isEnabled: true })
  await waitFor(() => expect(result.current).toBe('code 1'))
})

test('a failed fetch is tried again by the next caller', async () => {
  let fetchCount = 0
  const module = createLazyModule(async () => {
    fetchCount += 1
    if (fetchCount === 1) throw new Error('Offline')
    return `code ${fetchCount}`
  })
  module.load()
  await act(async () => undefined)
  const { result } = renderHook(() => useLazy(module))
  await waitFor(() => expect(result.current).toBe('code 2'))
})
