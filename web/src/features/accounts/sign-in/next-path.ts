const DEFAULT_PATH = '/posts'

/**
 * Path to open after signing in. Only a path of this site is accepted:
 * browsers read `//host`, `/\host` and a tab between the slashes as another host.
 */
export function sanitizeNextPath(path: string | null): string {
  if (path === null || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)) return DEFAULT_PATH
  const base = 'http://here'
  const url = URL.parse(path, base)
  if (url?.origin !== base || url.pathname.startsWith('//') || url.pathname === '/login')
    return DEFAULT_PATH
  return url.pathname + url.search + url.hash
}

/** Path of the login page with `from` as the page to return to. */
export function buildLoginPath(from: { pathname: string; search: string; hash: string }): string {
  if (from.pathname === '/login') return from.pathname + from.search
  const next = new URLSearchParams({ next: from.pathname + from.search + from.hash })
  return `/login?${next}`
}

const STORAGE_KEY = 'next'

/** Remembers the path during a Google sign-in, which redirects back to /login without it. */
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
