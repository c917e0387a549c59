/** The longest path that is remembered with a sign-up. */
export const NEXT_PATH_MAX = 300

/** The pages of signing in: leading back to them would lead nowhere. */
const SIGN_IN_PAGES: readonly string[] = ['/login', '/signup']

/**
 * A path to open after signing in, or null. Only a path of this site is accepted:
 * browsers read `//host`, `/\host` and a tab between the slashes as another host.
 */
export function parseNextPath(path: string | null | undefined): string | null {
  if (!path || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)) return null
  const base = 'http://here'
  const url = URL.parse(path, base)
  if (url?.origin !== base || url.pathname.startsWith('//')) return null
  if (SIGN_IN_PAGES.includes(url.pathname)) return null
  return url.pathname + url.search + url.hash
}
