/** Vite's manifest of the build: the chunk of each source file, and the chunks it imports. */
export type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>

const ENTRY = 'index.html'

/**
 * Links that load the code of a page together with the entry rather than after it. Without them the entry would insert
 * such links itself, and each would cause a new layout. Styles come with the document, so that what was rendered has them from the
 * first paint.
 */
export function renderPreloadLinks(manifest: Manifest, component: string): string {
  const source = toSourceFileName(component)
  const page = Object.keys(manifest).find((name) => name.endsWith(`/${source}`))
  if (page === undefined)
    throw new Error(`The build has no ${source}, which should contain ${component}`)
  const entryFiles = collectFiles(manifest, ENTRY)
  return [...collectFiles(manifest, page)]
    .filter((file) => !entryFiles.has(file))
    .map(renderLink)
    .join('')
}

function renderLink(file: string): string {
  return file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`
}

/** The file that a component is named for: `BrowsePage` is in `browse-page.tsx`. */
function toSourceFileName(component: string): string {
  return `${component.replaceAll(/(?!^)(?=[A-Z])/g, '-').toLowerCase()}.tsx`
}

/** The files of a chunk, its styles and all its static imports. */
function collectFiles(manifest: Manifest, name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const file of chunk.css ?? []) seen.add(file)
  for (const imported of chunk.imports ?? []) collectFiles(manifest, imported, seen)
  return seen
}
