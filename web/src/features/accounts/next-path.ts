const DEFAULT_PATH = '/posts'

/**
 * Where to go after signing in. Only a path of this very site will do:
 * browsers read `//host`, `/\host` and a tab between the slashes as another site.
 */
export function sanitizeNextPath(asked: string | null): string {
  if (asked === null || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(asked)) return DEFAULT_PATH
  const here = 'http://here'
  const url = URL.parse(asked, here)
  if (url?.origin !== here || url.pathname.startsWith('//') || url.pathname === '/login')
    return DEFAULT_PATH
  return url.pathname + url.search + url.hash
}

/** The login page, told where `from` was. */
export function buildLoginPath(from: { pathname: string; search: string; hash: string }): string {
  if (from.pathname === '/login') return from.pathname + from.search
  const next = new URLSearchParams({ next: from.pathname + from.search + from.hash })
  return `/login?${next}`
}

const STORAGE_KEY = 'next'

/** Google leads back to /login without saying where the visitor had wanted to go. */
export function storeNextPath(path: string): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, path)
  } catch {
    // Storage can be forbidden: the dashboard is where they will arrive then.
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
