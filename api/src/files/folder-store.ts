import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { StorageUnavailableError, type FileStore } from './file-store.ts'

const NAME_PATTERN = /^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*\.[a-z0-9]+$/

/** Files in a folder of this machine, for development. */
export function openFolderStore(folder: string): FileStore {
  const root = resolve(folder)
  const pathOf = (name: string) => {
    if (!NAME_PATTERN.test(name)) throw new Error(`No file can be named ${JSON.stringify(name)}`)
    return join(root, name)
  }

  return {
    async put(name, bytes) {
      const path = pathOf(name)
      // Renamed into its place, so that nobody ever reads half of it.
      const unfinished = `${path}.${randomUUID()}`
      await wrapStorageErrors(async () => {
        await mkdir(dirname(path), { recursive: true })
        await writeFile(unfinished, bytes)
        await rename(unfinished, path)
      })
    },
    async get(name) {
      const path = pathOf(name)
      return wrapStorageErrors(async () => {
        try {
          return await readFile(path)
        } catch (error) {
          if (getErrorCode(error) === 'ENOENT') return null
          throw error
        }
      })
    },
    async remove(names) {
      const paths = names.map(pathOf)
      await wrapStorageErrors(() => Promise.all(paths.map((path) => rm(path, { force: true }))))
    },
    close: () => {},
  }
}

async function wrapStorageErrors<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    throw new StorageUnavailableError(`The folder failed: ${getErrorCode(error)}`)
  }
}

function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
