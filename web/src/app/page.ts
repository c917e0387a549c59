/** What a route says about its page; kept in the route's `handle`. */
export interface Page {
  title: string
  /** For search engines and shared links. Search engines are asked to leave out a page that has none. */
  description?: string
  /** For members, but says by itself that the session has ended, and then leaves for /login. */
  outlivesSession?: boolean
}

/** The page of the innermost matched route that names one. */
export function pageOf(matches: readonly { handle?: unknown }[]): Page | undefined {
  return matches.map(({ handle }) => handle).findLast(isPage)
}

export function fullTitle(page: Page | undefined): string {
  return page ? `${page.title} · Dolph` : 'Dolph'
}

function isPage(handle: unknown): handle is Page {
  return typeof handle === 'object' && handle !== null && 'title' in handle
}
