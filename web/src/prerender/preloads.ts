/** Vite's manifest of the build: the chunk of each source file, and the chunks it imports. */
export type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>

const ENTRY = 'index.html'

/** Around every members' page; its chunk imports the query client. */
const MEMBERS_SOURCE = 'require-sign-in.tsx'

/**
 * Links that load the code of a page together with the entry rather than after it. Without them the entry would insert
 * such links itself, and each would cause a new layout. Styles come with the document, so that what was rendered has them from the
 * first paint.
 */
export function renderPreloadLinks(manifest: Manifest, component: string): string {
  return collectBeyondEntry(manifest, [toSourceFileName(component)])
    .map((file) => renderLink(file, 'fetchpriority="low" '))
    .join('')
}

/** The same for a members' page. Nothing is on screen before its code has run, so all of it is equally urgent. */
export function renderMembersPreloadLinks(manifest: Manifest, component: string): string {
  return collectBeyondEntry(manifest, [MEMBERS_SOURCE, toSourceFileName(component)])
    .map((file) => renderLink(file, ''))
    .join('')
}

function renderLink(file: string, priority: string): string {
  return file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" ${priority}crossorigin href="/${file}">`
}

function collectBeyondEntry(manifest: Manifest, sources: string[]): string[] {
  const entryFiles = collectFiles(manifest, ENTRY)
  const files = new Set<string>()
  for (const source of sources) collectFiles(manifest, findChunk(manifest, source), files)
  return [...files].filter((file) => !entryFiles.has(file))
}

function findChunk(manifest: Manifest, source: string): string {
  const chunk = Object.keys(manifest).find((name) => name.endsWith(`/${source}`))
  if (chunk === undefined) throw new Error(`The build has no chunk of ${source}`)
  return chunk
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
