import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const SOURCE_FOLDER = join(import.meta.dirname, '../..')

/** The files that export this name. `safety/readRelation` looks only below the folder `safety`. */
export async function findExportingFiles(query: string): Promise<string[]> {
  const folder = query.slice(0, query.lastIndexOf('/') + 1)
  const name = query.slice(folder.length)
  const declaration = new RegExp(`^export (?:async )?(?:function\\*?|const) ${name}\\b`, 'm')
  const found: string[] = []
  for await (const path of glob(`{features,platform,privacy}/**/${folder}**/*.ts`, {
    cwd: SOURCE_FOLDER,
  })) {
    if (path.endsWith('.test.ts')) continue
    if (declaration.test(await readFile(join(SOURCE_FOLDER, path), 'utf8'))) found.push(path)
  }
  return found.toSorted()
}

export async function importExport(path: string, name: string): Promise<unknown> {
  const module = (await import(pathToFileURL(join(SOURCE_FOLDER, path)).href)) as Record<
    string,
    unknown
  >
  return module[name]
}
