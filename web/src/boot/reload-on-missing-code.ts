const STORAGE_KEY = 'reloaded-versions'
const ASSET_PATH = /\/assets\/[\w.-]+/

interface Options {
  reload?: () => void
  /** What names the version of this page: the URL of its main script. */
  version?: string
}

/**
 * Reloads a page that cannot load a part of its code, because it was opened before an upgrade and no server has that file any longer.
 * Each version is reloaded once in a tab, so a reload that does not help is not repeated. A file that the server still has, or a
 * server that cannot be reached, reloads nothing: code is also loaded early, when the pointer passes a link, and the page at hand is
 * better than none.
 */
export function reloadOnMissingCode({
  reload = () => location.reload(),
  version = import.meta.url,
}: Options = {}): () => void {
  async function handleMissingCode(error: unknown): Promise<void> {
    const reloaded = readVersions()
    if (reloaded.includes(version) || !(await isMissing(findAssetPath(error) ?? version))) return
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...reloaded, version]))
    reload()
  }

  const listener = (event: Event) => {
    const error = 'payload' in event ? event.payload : undefined
    handleMissingCode(error).catch(() => undefined)
  }
  window.addEventListener('vite:preloadError', listener)
  return () => window.removeEventListener('vite:preloadError', listener)
}

function readVersions(): unknown[] {
  const versions: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]')
  return Array.isArray(versions) ? versions : []
}

/** Safari does not name the file. The main script stands for it then: the files of a release stay and go together. */
function findAssetPath(error: unknown): string | undefined {
  return error instanceof Error ? ASSET_PATH.exec(error.message)?.[0] : undefined
}

/** A HEAD request: the service worker answers GET from its cache. */
async function isMissing(url: string): Promise<boolean> {
  const reply = await fetch(url, { method: 'HEAD', cache: 'no-store' })
  return reply.status === 404
}
