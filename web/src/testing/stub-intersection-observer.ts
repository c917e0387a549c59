import { onTestFinished, vi } from 'vitest'

type ObserverCallback = (entries: { isIntersecting: boolean }[]) => void

/**
 * Makes every observed element count as in view at once, for this test. As in a busy browser, the first callback has two entries:
 * the element was observed out of view, and came into view before the callback ran.
 */
export function stubIntersectionObserver(): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      #callback: ObserverCallback
      constructor(callback: ObserverCallback) {
        this.#callback = callback
      }
      observe() {
        this.#callback([{ isIntersecting: false }, { isIntersecting: true }])
      }
      disconnect() {
        this.#callback = () => undefined
      }
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
}
