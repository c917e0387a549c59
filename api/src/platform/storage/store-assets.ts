import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Semaphore } from '../semaphore.ts'
import { StorageUnavailableError, type FileStore } from './file-store.ts'

/** The scripts, styles and fonts of the built web app. */
const ASSETS_FOLDER = new URL('../../../../web/dist/client/assets/', import.meta.url).pathname
/** Servers compress what they read from storage themselves. */
const COMPRESSED_EXTENSIONS = ['.br', '.gz']
const CONCURRENCY = 8

/**
 * Copies the assets of this release into storage, where processes of other releases find them. A name contains the hash of its content:
 * a stored file never gets another content, and writing it again renews its age for the storage's expiry rule. Returns the
 * number of files.
 */
export async function storeAssets(files: FileStore, folder = ASSETS_FOLDER): Promise<number> {
  if (!existsSync(folder)) return 0
  const names = (await readdir(folder)).filter(
    (name) => !COMPRESSED_EXTENSIONS.includes(extname(name)),
  )
  const semaphore = new Semaphore({ concurrency: CONCURRENCY })
  await Promise.all(names.map((name) => semaphore.run(() => storeAsset(files, folder, name))))
  return names.length
}

async function storeAsset(files: FileStore, folder: string, name: string): Promise<void> {
  const bytes = await readFile(join(folder, name))
  const key = `assets/${name}`
  const stored = await files.get(key)
  if (stored === null || stored.equals(bytes))
    await files.put(key, bytes, 'application/octet-stream')
}

/** Stores the assets before an upgrade. Without storage the upgrade goes on: pages that miss a file are loaded again. */
export async function storeAssetsIfPossible(
  files: FileStore,
  onLine: (line: string) => void,
  folder = ASSETS_FOLDER,
): Promise<void> {
  try {
    onLine(`assets: ${await storeAssets(files, folder)} stored`)
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) throw error
    onLine(
      `assets: not stored (${error.message}); pages of the other release load again while both serve`,
    )
  }
}
