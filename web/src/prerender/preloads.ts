/** What Vite writes down about its build: which file a source became, and which others that one imports. */
export type Manifest = Record<string, { file: string; imports?: string[] }>

const ENTRY = 'index.html'

/**
 * Links by which the code of a page is fetched together with the entry rather than after it. Without them the entry
 * would put them in by itself, and the browser lay out the page anew for each.
 */
export function renderPreloadLinks(manifest: Manifest, component: string): string {
  const source = toSourceFileName(component)
  const page = Object.keys(manifest).find((name) => name.endsWith(`/${source}`))
  if (page === undefined)
    throw new Error(`The build has no ${source}, where ${component} should be`)
  const there = collectFiles(manifest, ENTRY)
  return [...collectFiles(manifest, page)]
    .filter((file) => !there.has(file))
    .map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`)
    .join('')
}

/** A component has the name of its file: `BrowsePage` is in `browse-page.tsx`. */
function toSourceFileName(component: string): string {
  return `${component.replaceAll(/(?!^)(?=[A-Z])/g, '-').toLowerCase()}.tsx`
}

/** Its own file and all that it cannot start without. */
function collectFiles(manifest: Manifest, name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const each of chunk.imports ?? []) collectFiles(manifest, each, seen)
  return seen
}
