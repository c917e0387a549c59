import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runPreHydration } from '../testing/run-pre-hydration.ts'

const reload = vi.fn<() => void>()
const endRequests = vi.fn<() => void>()
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(location, 'reload').mockImplementation(reload)
  vi.stubGlobal('stop', endRequests)
  stop = runPreHydration()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  sessionStorage.clear()
  reload.mockReset()
  endRequests.mockReset()
  delete document.documentElement.dataset['hydrated']
  document.head.replaceChildren()
  document.body.replaceChildren()
})

test('a page whose script does not arrive is reloaded once, and then says so', () => {
  failToLoad(createScript())
  expect(reload).toHaveBeenCalledTimes(1)
  expect(readNotice()).toBeUndefined()

  failToLoad(createScript())
  expect(reload).toHaveBeenCalledTimes(1)
  expect(readNotice()).toBe('This page could not be loaded completely.Reload')
  document.querySelector('button')?.click()
  expect(reload).toHaveBeenCalledTimes(2)
})

test('a reload ends the requests that would keep the connections it needs', () => {
  failToLoad(createScript())
  expect(endRequests).toHaveBeenCalledTimes(1)
  expect(endRequests).toHaveBeenCalledBefore(reload)
  failToLoad(createScript())
  document.querySelector('button')?.click()
  expect(endRequests).toHaveBeenCalledTimes(2)
})

test.each([
  ['a stylesheet', () => failToLoad(createStylesheet())],
  ['an import', () => window.dispatchEvent(new Event('unhandledrejection'))],
  ['the code', () => failWith(`${location.origin}/assets/index.js`)],
])('%s that fails before the first render reloads the page', (_, fail) => {
  fail()
  expect(reload).toHaveBeenCalledTimes(1)
})

test.each([
  ['the page has started', () => void (document.documentElement.dataset['hydrated'] = '')],
  [
    'there is no connection',
    () => void vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false),
  ],
])('nothing is reloaded if %s', (_, prepare) => {
  prepare()
  failToLoad(createScript())
  expect(reload).not.toHaveBeenCalled()
})

test('pictures, preloads and code of others may fail', () => {
  failToLoad(document.createElement('img'))
  failToLoad(Object.assign(document.createElement('link'), { rel: 'modulepreload' }))
  failToLoad(createScript('https://scanner.example/inject.js'))
  failWith('chrome-extension://abc/content.js')
  const reason = Object.assign(new Error('No'), { stack: 'at chrome-extension://abc/content.js:1' })
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))
  expect([reload.mock.calls, readNotice()]).toEqual([[], undefined])
})

test('after 15 seconds the page offers to reload, and waits for no stylesheet any more', () => {
  const pending = document.head.appendChild(createStylesheet())
  // Otherwise happy-dom would try to load the other one.
  const replaceWith = vi.spyOn(pending, 'replaceWith').mockImplementation(() => pending.remove())
  vi.advanceTimersByTime(14_999)
  expect(readNotice()).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect(readNotice()).toBe('This page could not be loaded completely.Reload')
  expect(replaceWith.mock.calls[0]?.[0]).toMatchObject({
    href: expect.stringMatching(/index\.css\?again$/),
  })
  expect(reload).not.toHaveBeenCalled()
})

test('a form that is not alive yet says so after a second, and is never sent by the browser', () => {
  document.body.innerHTML = '<form><input name="password"><button>Log in</button></form>'
  document.querySelector('button')?.click()
  expect(window.earlyPresses?.size).toBe(1)
  expect(readNotice()).toBeUndefined()
  vi.advanceTimersByTime(1_000)
  expect(readNotice()).toBe('Still loading. Your click counts as soon as the page is ready.')
  const submit = new Event('submit', { cancelable: true })
  document.querySelector('form')?.dispatchEvent(submit)
  expect(submit.defaultPrevented).toBe(true)
})

function failToLoad(element: HTMLElement): void {
  document.body.append(element)
  element.dispatchEvent(new Event('error'))
}

function failWith(filename: string): void {
  window.dispatchEvent(new ErrorEvent('error', { filename }))
}

function createScript(src = '/assets/index.js'): HTMLScriptElement {
  return withProperties(document.createElement('script'), {
    src: new URL(src, location.origin).href,
  })
}

function createStylesheet(): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet' })
  return withProperties(link, { href: `${location.origin}/assets/index.css`, sheet: null })
}

/** Not as attributes, by which happy-dom would load the file. */
function withProperties<T extends HTMLElement>(element: T, properties: object): T {
  for (const [name, value] of Object.entries(properties))
    Object.defineProperty(element, name, { value })
  return element
}

function readNotice(): string | undefined {
  return document.getElementById('start-notice')?.textContent
}
