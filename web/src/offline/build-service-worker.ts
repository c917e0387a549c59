import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { CACHED_ON_USE_PREFIX } from './cached-on-use.ts'

/** Files that are cached on first use instead. */
const EXCLUDED_FILES = new RegExp(`^(?:${CACHED_ON_USE_PREFIX}|chime|jetbrains-mono)`)
const PRECACHED_EXTENSIONS = /\.(?:js|css|woff2)$/

interface PrecacheEntry {
  url: string
  revision: string | null
}

/** Builds the service worker into `client`, the app's output folder, with the list of files to precache. */
export async function buildServiceWorker(client: string): Promise<void> {
  const files = [
    ...(await listHashedAssets(client)),
    ...(await listRevisionedFiles(client, ['shell.html'])),
  ]
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: {
      BUILT_FILES: JSON.stringify(files),
      'process.env.NODE_ENV': JSON.stringify('production'),
    },
    build: {
      outDir: client,
      emptyOutDir: false,
      target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
      rolldownOptions: {
        input: join(import.meta.dirname, 'worker/service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  })
}

/** Assets with a content hash in their name, which need no revision. */
async function listHashedAssets(client: string): Promise<PrecacheEntry[]> {
  const names = await readdir(join(client, 'assets'))
  return names
    .filter((name) => PRECACHED_EXTENSIONS.test(name) && !EXCLUDED_FILES.test(name))
    .map((name) => ({ url: `/assets/${name}`, revision: null }))
}

async function listRevisionedFiles(client: string, names: string[]): Promise<PrecacheEntry[]> {
  return Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(client, name))
      const revision = createHash('sha256').update(content).digest('hex').slice(0, 16)
      return { url: `/${name}`, revision }
    }),
  )
}
