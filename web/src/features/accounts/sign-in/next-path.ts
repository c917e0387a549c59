import { parseNextPath } from '@dolph/contract/accounts/next-path'

const DEFAULT_PATH = '/posts'

/** Path to open after signing in: a checked path of this site, or the dashboard. */
export function sanitizeNextPath(path: string | null): string {
  return parseNextPath(path) ?? DEFAULT_PATH
}

type AccountPage = '/login' | '/signup' | '/forgot-password'

/** Path of a page on the way to signing in that keeps `next`, unless that is the dashboard, where all lead anyway. */
export function buildAccountPath(page: AccountPage, next: string): string {
  return next === DEFAULT_PATH ? page : `${page}?${new URLSearchParams({ next })}`
}

const STORAGE_KEY = 'next'

/** Remembers the path during a sign-in with Google or GitHub, which redirects back to /login without it. */
export function storeNextPath(path: string): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, path)
  } catch {
    // Storage can be disabled: the visitor then lands on the dashboard.
  }
}

export function consumeNextPath(): string {
  try {
    const path = sessionStorage.getItem(STORAGE_KEY)
    sessionStorage.removeItem(STORAGE_KEY)
    return sanitizeNextPath(path)
  } catch {
    return DEFAULT_PATH
  }
}
