/** Vite's manifest of the build: the chunk of each source file, and the chunks it imports. */
export type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>

const ENTRY = 'index.html'

/** Around every members' page; its chunk imports the query client. */
const MEMBERS_SOURCE = 'require-sign-in.tsx'

/**
 * The code of the entry and what a page needs besides, so that the browser loads all of it at once, each file after those it imports.
 * Styles come with the document, so that what was rendered has them from the first paint.
 */
export function collectPageFiles(
  manifest: Manifest,
  component: string,
): { entryCode: string[]; pageCode: string[]; styleLinks: string } {
  const files = collectBeyondEntry(manifest, [toSourceFileName(component)])
  return {
    entryCode: [...collectFiles(manifest, ENTRY)].filter((file) => !isStyle(file)),
    pageCode: files.filter((file) => !isStyle(file)),
    styleLinks: files.filter(isStyle).map(renderLink).join(''),
  }
}

const isStyle = (file: string) => file.endsWith('.css')

/** Links of a members' page: nothing is on screen before its code has run, so code and styles load with the document. */
export function renderMembersPreloadLinks(manifest: Manifest, component: string): string {
  return collectBeyondEntry(manifest, [MEMBERS_SOURCE, toSourceFileName(component)])
    .map(renderLink)
    .join('')
}

function renderLink(file: string): string {
  return isStyle(file)
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`
}

function collectBeyondEntry(manifest: Manifest, sources: string[]): string[] {
  const entryFiles = collectFiles(manifest, ENTRY)
  const files = new Set<string>()
  const visited = new Set<string>()
  for (const source of sources) collectFiles(manifest, findChunk(manifest, source), files, visited)
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

/** The files of all static imports of a chunk, then its own file and styles. */
function collectFiles(
  manifest: Manifest,
  name: string,
  files = new Set<string>(),
  visited = new Set<string>(),
): Set<string> {
  const chunk = manifest[name]
  if (!chunk || visited.has(name)) return files
  visited.add(name)
  for (const imported of chunk.imports ?? []) collectFiles(manifest, imported, files, visited)
  files.add(chunk.file)
  for (const file of chunk.css ?? []) files.add(file)
  return files
}
