import { onTestFinished, vi } from 'vitest'

type ObserverCallback = (entries: { isIntersecting: boolean }[]) => void

/** Makes every observed element count as in view at once, for this test. */
export function stubIntersectionObserver(): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      #callback: ObserverCallback
      constructor(callback: ObserverCallback) {
        this.#callback = callback
      }
      observe() {
        this.#callback([{ isIntersecting: true }])
      }
      disconnect() {
        this.#callback = () => undefined
      }
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
}
