import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

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

export function computeChecksum(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
