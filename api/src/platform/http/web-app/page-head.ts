/** What a page rendered at run time says about itself. `elements` is HTML; the other texts are plain. */
export interface PageHead {
  title: string
  description: string
  elements: string
}

/** Puts title, description and further elements into the head of a built document. */
export function insertPageHead(document: string, head: PageHead): string {
  const parts: [RegExp, string][] = [
    [/(<title>)[^<]*(<\/title>)/, escapeHtml(head.title)],
    [/(<meta\s+name="description"\s+content=")[^"]*(")/, escapeHtml(head.description)],
    [/()(<\/head>)/, head.elements],
  ]
  return parts.reduce(
    (html, [pattern, content]) =>
      html.replace(pattern, (_, before: string, after: string) => before + content + after),
    document,
  )
}

/** Makes plain text safe inside an element and inside an attribute in double quotes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
