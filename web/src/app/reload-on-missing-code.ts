const STORAGE_KEY = 'reloaded-versions'

interface Options {
  reload?: () => void
  /** What names the version of this page: the file of its main script. */
  version?: string
}

/**
 * Reloads a page that cannot load a part of its code, because it was opened before an upgrade and no server has that file any more.
 * Each version is reloaded once in a tab, so a reload that does not help is not repeated. Nothing is reloaded while the server cannot be
 * reached: the page at hand is better than none.
 */
export function reloadOnMissingCode({
  reload = () => location.reload(),
  version = import.meta.url,
}: Options = {}): () => void {
  async function handleMissingCode(): Promise<void> {
    const reloaded = readVersions()
    if (reloaded.includes(version) || !(await isServerReachable())) return
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...reloaded, version]))
    reload()
  }

  const listener = () => void handleMissingCode().catch(() => undefined)
  window.addEventListener('vite:preloadError', listener)
  return () => window.removeEventListener('vite:preloadError', listener)
}

function readVersions(): unknown[] {
  const versions: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]')
  return Array.isArray(versions) ? versions : []
}

async function isServerReachable(): Promise<boolean> {
  const reply = await fetch('/healthz', { cache: 'no-store' })
  return reply.ok
}
