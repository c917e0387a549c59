import type { ClientErrorKind, ClientReport } from '@dolph/contract/client-reports'

const INTERVAL_MS = 60_000

let reportedAt = -INTERVAL_MS

/** Tells the server that something failed here, and nothing about whom or where; at most once a minute for a page. */
export function reportClientError(kind: ClientErrorKind): void {
  const now = performance.now()
  if (now - reportedAt < INTERVAL_MS) return
  reportedAt = now
  const report: ClientReport = { kind, release: new URL(import.meta.url).pathname }
  try {
    // Not a type that would need a preflight, and sent even if the page is being left.
    navigator.sendBeacon('/api/reports/client', JSON.stringify(report))
  } catch {
    // Some browsers have no beacons for reasons of privacy: the page works without reports.
  }
}

/**
 * Reports code that cannot be loaded, and errors of scripts that no component catches. Rejected promises are not watched: they
 * do not say whether they come from a browser extension.
 */
export function watchErrors(): void {
  addEventListener('vite:preloadError', () => reportClientError('chunk'))
  addEventListener('error', ({ filename }) => {
    // Errors of browser extensions are not ours.
    if (filename?.startsWith(location.origin)) reportClientError('script')
  })
}
