import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { REPOSITORY } from '@dolph/bench/previous-version'

const FOLDER = join(REPOSITORY, 'deploy/one-box')

/** The shell scripts of the one box, as paths in its folder. */
export async function listScripts(): Promise<string[]> {
  const entries = await readdir(FOLDER, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(FOLDER.length + 1))
  const scripts: string[] = []
  for (const path of paths.toSorted()) {
    const text = await readFile(join(FOLDER, path), 'utf8')
    if (text.startsWith('#!') || path.endsWith('.sh')) scripts.push(path)
  }
  return scripts
}
