import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const sendBeacon = vi.fn<(url: string, body: string) => boolean>(() => true)

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.stubGlobal('navigator', { sendBeacon })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  sendBeacon.mockClear()
})

test('a page reports the kind of an error and its script, at most once a minute', async () => {
  const { reportClientError } = await import('./report-client-error.ts')
  reportClientError('chunk')
  reportClientError('script')
  vi.advanceTimersByTime(59_000)
  reportClientError('script')
  expect(sendBeacon).toHaveBeenCalledTimes(1)
  const [url, body] = sendBeacon.mock.calls[0] ?? []
  expect(url).toBe('/api/reports/client')
  expect(JSON.parse(body ?? '')).toEqual({
    kind: 'chunk',
    release: expect.stringMatching(/report-client-error\.ts$/),
  })

  vi.advanceTimersByTime(1_000)
  reportClientError('socket')
  expect(sendBeacon.mock.calls[1]?.[1]).toContain('"kind":"socket"')
})

test('errors of our own scripts are reported, those of browser extensions are not', async () => {
  const listeners: Record<string, (event: unknown) => void> = {}
  vi.stubGlobal('addEventListener', (type: string, listener: (event: unknown) => void) => {
    listeners[type] = listener
  })
  const { watchErrors } = await import('./report-client-error.ts')
  watchErrors()
  listeners['error']?.({ filename: 'chrome-extension://abc/inject.js' })
  listeners['error']?.({ filename: '' })
  expect(sendBeacon).not.toHaveBeenCalled()

  listeners['error']?.({ filename: `${location.origin}/assets/a.js` })
  expect(sendBeacon.mock.calls[0]?.[1]).toContain('"kind":"script"')
  vi.advanceTimersByTime(60_000)
  listeners['vite:preloadError']?.({})
  expect(sendBeacon.mock.calls[1]?.[1]).toContain('"kind":"chunk"')
})

test('a browser without beacons reports nothing, and nothing fails', async () => {
  vi.stubGlobal('navigator', {})
  const { reportClientError } = await import('./report-client-error.ts')
  expect(() => reportClientError('socket')).not.toThrow()
})
