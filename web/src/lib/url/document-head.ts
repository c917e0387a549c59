/**
 * Updates description and canonical link when the page changes: sharing and bookmarking read them.
 * As in prerender/head.ts, a page without a description has no canonical link.
 */
export function updateDocumentHead(page: { description?: string } | undefined, path: string): void {
  const canonical =
    document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]') ?? createCanonicalLink()
  if (page?.description === undefined) return canonical.remove()

  const description = document.head.querySelector<HTMLMetaElement>('meta[name="description"]')
  if (description) description.content = page.description
  // The served link is kept: it names the product's own origin, from which `location.origin` may differ.
  if (URL.parse(canonical.href)?.pathname === path) return
  canonical.href = location.origin + path
  document.head.append(canonical)
}

function createCanonicalLink(): HTMLLinkElement {
  return Object.assign(document.createElement('link'), { rel: 'canonical' })
}
