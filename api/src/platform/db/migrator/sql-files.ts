import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const API_SOURCE = new URL('../../../', import.meta.url)

export interface SqlFile {
  name: string
  text: string
  checksum: string
}

/** The `.sql` files of a folder, in the order of their names, each named with the prefix. */
export async function readSqlFiles(folder: URL, prefix = ''): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name: prefix + name, text, checksum: computeChecksum(text) }
    }),
  )
}

/** The SQL functions of the platform and of every feature, in the order of their names: a function per file, which it names. */
export function readFunctionFiles(source = API_SOURCE): SqlFile[] {
  const folder = fileURLToPath(source)
  return globSync('{platform/db,features/*}/sql/*.sql', { cwd: folder })
    .map((path) => {
      const text = readFileSync(new URL(path, source), 'utf8')
      return { name: basename(path), text, checksum: computeChecksum(text) }
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

function computeChecksum(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
