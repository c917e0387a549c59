/** Title and description of a page, stored in its route's `handle`. */
export interface PageMeta {
  title: string
  /** For search engines and shared links. A page without one is marked `noindex`. */
  description?: string
  /** A members' page that shows the end of the session itself, and then goes to /login. */
  handlesSessionEnd?: boolean
}

/** The page of the innermost matched route that has one. */
export function getPageMeta(matches: readonly { handle?: unknown }[]): PageMeta | undefined {
  return matches.map(({ handle }) => handle).findLast(isPageMeta)
}

export function getDocumentTitle(page: PageMeta | undefined): string {
  return page ? `${page.title} · Dolph` : 'Dolph'
}

function isPageMeta(handle: unknown): handle is PageMeta {
  return typeof handle === 'object' && handle !== null && 'title' in handle
}
