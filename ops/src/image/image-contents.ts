import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'

const PROGRAM = 'dolph'
const NODE_BYTES_MIN = 50_000_000
const SET_ID_BITS = 0o6000
const OTHERS_WRITE_BIT = 0o002
/** What no deployed program reads: tests and their tools, sample data, files for debuggers and editors, package managers. */
const USELESS_PATTERNS = [
  /\.test\.ts$/,
  /^dolph\/(api|contract)\/.*\/testing\//,
  /^dolph\/api\/src\/seed\//,
  /^dolph\/node_modules\/.*\.(map|d\.ts|d\.mts|d\.cts)$/,
  /^dolph\/web\/dist\/.*\.map$/,
  /^usr\/local\/lib\/node_modules\//,
]

/** Lists what an image must not have, given the folder where its files are. Links are not followed. */
export async function findContentFaults(root: string): Promise<string[]> {
  const faults: string[] = []
  const nodes: string[] = []
  for await (const { path, entry } of walk(root)) {
    const name = relative(root, path)
    if (!entry.isFile() && !entry.isDirectory()) continue
    const { mode, uid, size } = await lstat(path)
    if (entry.isFile() && (mode & SET_ID_BITS) !== 0)
      faults.push(`${name} runs with the rights of its owner`)
    if (entry.name === 'node' && size > NODE_BYTES_MIN) nodes.push(name)
    if (USELESS_PATTERNS.some((pattern) => pattern.test(name))) faults.push(`${name} is not needed`)
    if (name.startsWith(PROGRAM) && (uid !== 0 || (mode & OTHERS_WRITE_BIT) !== 0))
      faults.push(`${name} could be changed by the program`)
  }
  if (nodes.length !== 1) faults.push(`Node is there ${nodes.length} times: ${nodes.join(', ')}`)
  return faults
}

async function* walk(folder: string): AsyncGenerator<{ path: string; entry: Dirent }> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    yield { path, entry }
    if (entry.isDirectory()) yield* walk(path)
  }
}
