/** What a route says about its page; kept in the route's `handle`. */
export interface PageMeta {
  title: string
  /** For search engines and shared links. Search engines are asked to leave out a page that has none. */
  description?: string
  /** For members, but says by itself that the session has ended, and then leaves for /login. */
  handlesSessionEnd?: boolean
}

/** The page of the innermost matched route that names one. */
export function getPageMeta(matches: readonly { handle?: unknown }[]): PageMeta | undefined {
  return matches.map(({ handle }) => handle).findLast(isPageMeta)
}

export function getDocumentTitle(page: PageMeta | undefined): string {
  return page ? `${page.title} · Dolph` : 'Dolph'
}

function isPageMeta(handle: unknown): handle is PageMeta {
  return typeof handle === 'object' && handle !== null && 'title' in handle
}
