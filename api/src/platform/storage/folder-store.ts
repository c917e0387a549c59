import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { StorageUnavailableError, type FileStore } from './file-store.ts'

const NAME_PATTERN = /^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*\.[a-z0-9]+$/

/** Stores files in a folder: pictures in development, the list of erasures beside backups. */
export function openFolderStore(folder: string): FileStore {
  const root = resolve(folder)
  const resolvePath = (name: string) => {
    if (!NAME_PATTERN.test(name)) throw new Error(`No file can be named ${JSON.stringify(name)}`)
    return join(root, name)
  }

  return {
    async put(name, bytes) {
      const path = resolvePath(name)
      // Written under a temporary name and renamed, so that no reader sees half a file.
      const temporaryPath = `${path}.${randomUUID()}`
      await wrapStorageErrors(async () => {
        await mkdir(dirname(path), { recursive: true })
        await writeFile(temporaryPath, bytes)
        await rename(temporaryPath, path)
      })
    },
    async get(name) {
      const path = resolvePath(name)
      return wrapStorageErrors(async () => {
        try {
          return await readFile(path)
        } catch (error) {
          if (getErrorCode(error) === 'ENOENT') return null
          throw error
        }
      })
    },
    async list(prefix, { after = '', limit }) {
      return wrapStorageErrors(async () => {
        const entries = await readFolder(join(root, prefix))
        const names = entries.map((path) => `${prefix}${path}`)
        // What is still being written has a temporary name.
        const files = names.filter((name) => NAME_PATTERN.test(name) && name > after)
        return files.toSorted().slice(0, limit)
      })
    },
    async remove(names) {
      const paths = names.map(resolvePath)
      await wrapStorageErrors(() => Promise.all(paths.map((path) => rm(path, { force: true }))))
    },
    async *walk(prefix) {
      const entries = await wrapStorageErrors(() =>
        readdir(root, { recursive: true, withFileTypes: true }),
      )
      for (const entry of entries) {
        const path = join(entry.parentPath, entry.name)
        const name = relative(root, path)
        if (!entry.isFile() || !name.startsWith(prefix)) continue
        const { mtime } = await wrapStorageErrors(() => stat(path))
        yield { name, changedAt: mtime }
      }
    },
    close: () => {},
  }
}

/** The paths of all files below the folder; none if there is no such folder. */
async function readFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder, { recursive: true })
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return []
    throw error
  }
}

async function wrapStorageErrors<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation()
  } catch (error) {
    throw new StorageUnavailableError(`Folder storage failed: ${getErrorCode(error)}`)
  }
}

function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
