import { onTestFinished, vi } from 'vitest'

type Seen = (entries: { isIntersecting: boolean }[]) => void

/** For this test, whatever is watched for coming into view is in view as soon as it is there. */
export function scrolledToTheEnd(): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      #seen: Seen
      constructor(seen: Seen) {
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
