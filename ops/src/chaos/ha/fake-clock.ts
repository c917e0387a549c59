import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerRoot } from './server-root.ts'

/** The dynamic linker replaces `$LIB` by the folder of the architecture. */
const LIBRARY = '/usr/$LIB/faketime/libfaketimeMT.so.1'

/**
 * Makes a folder with the binaries of PostgreSQL in which the server reads its clock through libfaketime. Only the server, because Patroni
 * starts it with an empty environment. Returns the folder.
 */
export async function createFakeClockBinaries(
  directory: string,
  nodeName: string,
  { folder: root, binaries }: ServerRoot,
): Promise<string> {
  const folder = join(directory, `binaries-of-${nodeName}`)
  await mkdir(folder)
  for (const name of await readdir(join(root, binaries)))
    if (name !== 'postgres') await symlink(join(binaries, name), join(folder, name))
  const script = `#!/bin/sh
export LD_PRELOAD='${LIBRARY}' FAKETIME_TIMESTAMP_FILE='${getClockFile(directory, nodeName)}'
export FAKETIME_CACHE_DURATION=1 FAKETIME_DONT_FAKE_MONOTONIC=1
exec ${join(binaries, 'postgres')} "$@"
`
  await writeFile(join(folder, 'postgres'), script)
  await chmod(join(folder, 'postgres'), 0o755)
  await setClock(directory, nodeName, 0)
  return folder
}

/** Sets how many seconds the clock of a node is fast; it is so within a second. */
export async function setClock(
  directory: string,
  nodeName: string,
  seconds: number,
): Promise<void> {
  await writeFile(getClockFile(directory, nodeName), `${seconds < 0 ? '' : '+'}${seconds}s\n`)
}

function getClockFile(directory: string, nodeName: string): string {
  return join(directory, `clock-of-${nodeName}`)
}
