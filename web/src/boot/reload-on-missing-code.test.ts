import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadOnMissingCode } from './reload-on-missing-code.ts'

const CHROME =
  'Failed to fetch dynamically imported module: https://dolph.example/assets/help-a1_B-.js'
const FIREFOX =
  'error loading dynamically imported module: https://dolph.example/assets/help-a1_B-.js'
const VITE = 'Unable to preload CSS for /assets/help-c3.css'
const SAFARI = 'Importing a module script failed.'

const reload = vi.fn<() => void>()
const answerAsset = vi.fn<(url: string, options: RequestInit) => Promise<Response>>()
let stop: () => void = () => undefined

beforeEach(() => {
  answerAsset.mockImplementation(async () => new Response(null, { status: 404 }))
  vi.stubGlobal('fetch', answerAsset)
  stop = reloadOnMissingCode({ reload, version: '/assets/first.js' })
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
  stop = reloadOnMissingCode({ reload, version: '/assets/second.js' })
  failToLoad()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
  expect(answerAsset).toHaveBeenCalledTimes(2)
})

test.each([
  [CHROME, '/assets/help-a1_B-.js'],
  [FIREFOX, '/assets/help-a1_B-.js'],
  [VITE, '/assets/help-c3.css'],
  [SAFARI, '/assets/first.js'],
])('after "%s" the server is asked for %s', async (message, url) => {
  failToLoad(message)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  expect(answerAsset).toHaveBeenCalledWith(url, { method: 'HEAD', cache: 'no-store' })
})

test.each([
  ['the server cannot be reached', async () => Promise.reject(new TypeError('offline'))],
  ['the server still has the code', async () => new Response()],
  ['the server fails', async () => new Response(null, { status: 503 })],
])('a page is kept while %s', async (_, answer) => {
  answerAsset.mockImplementationOnce(answer)
  failToLoad()
  await vi.waitFor(() => expect(answerAsset).toHaveBeenCalledTimes(1))
  // All that follows from the answer has run before the next task.
  await new Promise((resolve) => setTimeout(resolve))
  expect(reload).not.toHaveBeenCalled()
  expect(sessionStorage.length).toBe(0)
  failToLoad()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})

function failToLoad(message = CHROME): void {
  const payload = new TypeError(message)
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
}
