import type { ClientErrorKind, ClientReport } from '@dolph/contract/client-reports'

const INTERVAL_MS = 60_000

let reportedAt = -INTERVAL_MS

/** Tells the server that something failed here, and nothing about whom or where; at most once a minute for a page. */
export function reportClientError(kind: ClientErrorKind): void {
  const now = performance.now()
  if (now - reportedAt < INTERVAL_MS) return
  reportedAt = now
  const report: ClientReport = { kind, release: new URL(import.meta.url).pathname }
  // Not a type that would need a preflight, and sent even if the page is being left.
  navigator.sendBeacon('/api/reports/client', JSON.stringify(report))
}

/** Reports errors that no component catches. */
export function watchErrors(): void {
  addEventListener('vite:preloadError', () => reportClientError('chunk'))
  addEventListener('error', ({ filename }) => {
    // Errors of browser extensions are not ours.
    if (filename?.startsWith(location.origin)) reportClientError('script')
  })
}
