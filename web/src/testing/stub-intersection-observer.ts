import { onTestFinished, vi } from 'vitest'

type ObserverCallback = (entries: { isIntersecting: boolean }[]) => void

/** For this test, whatever is watched for coming into view is in view as soon as it is there. */
export function stubIntersectionObserver(): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      #seen: ObserverCallback
      constructor(seen: ObserverCallback) {
        this.#seen = seen
      }
      observe() {
        this.#seen([{ isIntersecting: true }])
      }
      disconnect() {
        this.#seen = () => undefined
      }
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
}
