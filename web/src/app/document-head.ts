import type { PageMeta } from './page-meta.ts'

/**
 * Keeps the head true when the page changes: what is shared or saved from the browser is read there.
 * As in prerender/head.ts, a page without a description is not one to be known by its address.
 */
export function updateDocumentHead(page: PageMeta | undefined, path: string): void {
  const canonical =
    document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]') ?? createCanonicalLink()
  if (page?.description === undefined) return canonical.remove()

  const description = document.head.querySelector<HTMLMetaElement>('meta[name="description"]')
  if (description) description.content = page.description
  // What came with the page names the product's own origin, wherever it was asked for.
  if (URL.parse(canonical.href)?.pathname === path) return
  canonical.href = location.origin + path
  document.head.append(canonical)
}

function createCanonicalLink(): HTMLLinkElement {
  return Object.assign(document.createElement('link'), { rel: 'canonical' })
}
