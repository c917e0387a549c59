import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export interface SqlFile {
  name: string
  text: string
  checksum: string
}

/** The `.sql` files of a folder, in the order of their names. */
export async function readSqlFiles(folder: URL): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}
