import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createLazyModule, useLazy } from './lazy-module.ts'

afterEach(() => delete window.askToReload)

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

test('a component that waits gets a module that failed four times, and nobody is asked to reload', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const askToReload = (window.askToReload = vi.fn<() => void>())
  let fetchCount = 0
  const module = createLazyModule(async () => {
    fetchCount += 1
    if (fetchCount < 5) throw new Error('Reset')
    return 'code'
  })
  const { result } = renderHook(() => [useLazy(module), useLazy(module)])
  for (const [index, delay] of [1_000, 3_000, 10_000, 30_000].entries()) {
    await act(() => vi.advanceTimersByTimeAsync(delay - 1))
    expect(fetchCount).toBe(index + 1)
    await act(() => vi.advanceTimersByTimeAsync(1))
  }
  expect(result.current).toEqual(['code', 'code'])
  expect(askToReload).not.toHaveBeenCalled()
})

test('a module that nobody waits for is not fetched again by itself', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const fetchModule = vi.fn(() => Promise.reject(new Error('Reset')))
  createLazyModule(fetchModule).load()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(fetchModule).toHaveBeenCalledTimes(1)
})

test.each([
  ['fails each time', () => Promise.reject(new Error('Reset')), 44_000],
  ['never arrives', () => new Promise<string>(() => undefined), 12_000],
])(
  'the page offers to reload if a module that a component waits for %s',
  async (_, fetchModule, after) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const askToReload = (window.askToReload = vi.fn<() => void>())
    const module = createLazyModule(fetchModule)
    renderHook(() => useLazy(module))
    await act(() => vi.advanceTimersByTimeAsync(after - 1))
    expect(askToReload).not.toHaveBeenCalled()
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(askToReload).toHaveBeenCalledTimes(1)
  },
)

test('a module that arrives late takes the offer to reload away', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  window.askToReload = () =>
    document.body.append(Object.assign(document.createElement('div'), { id: 'start-notice' }))
  const { promise, resolve } = Promise.withResolvers<string>()
  const module = createLazyModule(() => promise)
  renderHook(() => useLazy(module))
  await act(() => vi.advanceTimersByTimeAsync(12_000))
  expect(document.getElementById('start-notice')).not.toBeNull()
  resolve('code')
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(document.getElementById('start-notice')).toBeNull()
})

test('a module that failed without a connection is fetched when it is back', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  let isOffline = true
  const module = createLazyModule(async () => {
    if (isOffline) throw new Error('Offline')
    return 'code'
  })
  const { result } = renderHook(() => useLazy(module))
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  isOffline = false
  window.dispatchEvent(new Event('online'))
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(result.current).toBe('code')
})
