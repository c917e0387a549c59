/** Path of the login page with `from` as the page to return to. In a file of its own: it is in the first script of every page. */
export function buildLoginPath(from: { pathname: string; search: string; hash: string }): string {
  if (from.pathname === '/login') return from.pathname + from.search
  const next = new URLSearchParams({ next: from.pathname + from.search + from.hash })
  return `/login?${next}`
}
