import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadOnMissingCode } from './reload-on-missing-code.ts'

const reload = vi.fn<() => void>()
const answerHealth = vi.fn<() => Promise<Response>>()
let stop: () => void = () => undefined

beforeEach(() => {
  answerHealth.mockImplementation(async () => new Response())
  vi.stubGlobal('fetch', answerHealth)
  stop = reloadOnMissingCode({ reload, version: 'first' })
})

afterEach(() => {
  stop()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

test('a page whose code is gone is reloaded once', async () => {
  failToLoad()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  failToLoad()
  stop()
  // A reload brought another version, which may be reloaded too; back at the first one, nothing is.
  stop = reloadOnMissingCode({ reload, version: 'second' })
  failToLoad()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
  expect(answerHealth).toHaveBeenCalledTimes(2)
})

test('a page is kept while the server cannot be reached', async () => {
  answerHealth.mockRejectedValueOnce(new TypeError('offline'))
  failToLoad()
  await vi.waitFor(() => expect(answerHealth).toHaveBeenCalledTimes(1))
  expect(sessionStorage.length).toBe(0)
  failToLoad()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})

function failToLoad(): void {
  window.dispatchEvent(new Event('vite:preloadError'))
}
