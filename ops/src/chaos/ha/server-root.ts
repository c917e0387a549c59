import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { REPOSITORY } from '@dolph/bench/previous-version'
import { printLine } from '@dolph/bench/print-line'
import { findPostgresBinaries } from '../services.ts'

const runCommand = promisify(execFile)
const CACHE = join(REPOSITORY, 'node_modules/.cache')
const MAKE_SCRIPT = join(import.meta.dirname, 'make-debian-root')
const MOUNT = 'mount'
const UNMOUNT = 'umount'

/** Where the programs of the database machines are: on this machine, or in a newer Debian in a folder. */
export interface ServerRoot {
  folder: string
  /** The folder of PostgreSQL's programs, as the servers see it. */
  binaries: string
  /** The command that runs a program there. */
  prefix: string[]
}

export async function openThisMachine(): Promise<ServerRoot> {
  return { folder: '/', binaries: await findPostgresBinaries(), prefix: [] }
}

/** A release of Debian in a folder, made once: its Patroni, etcd and PostgreSQL may be those that the guide asks for. */
export async function openDebianRoot(release: string): Promise<ServerRoot> {
  const folder = join(CACHE, `debian-${release}`)
  if (!existsSync(join(folder, '.complete'))) {
    printLine(`making a Debian ${release} in ${folder}`)
    await mkdir(CACHE, { recursive: true })
    await runCommand('bash', [MAKE_SCRIPT, release, folder], { maxBuffer: 64 * 1024 * 1024 })
  }
  for (const path of ['/proc', '/dev']) await bindMount(path, join(folder, path), 'rslave')
  return {
    folder,
    binaries: await findPostgresBinaries(folder),
    prefix: ['chroot', folder],
  }
}

/** Shows the folder of a run, and disks that are mounted in it later, under the same name to the servers. */
export async function shareFolder(root: ServerRoot, path: string): Promise<void> {
  if (root.folder === '/') return
  await bindMount(path, path, 'shared')
  await bindMount(path, join(root.folder, path))
}

async function bindMount(
  from: string,
  to: string,
  propagation?: 'rslave' | 'shared',
): Promise<void> {
  await mkdir(to, { recursive: true })
  await runCommand(MOUNT, ['--rbind', from, to])
  // What is unmounted here at the end must stay mounted there.
  if (propagation) await runCommand(MOUNT, [`--make-${propagation}`, to])
  process.on('exit', () => {
    try {
      execFileSync(UNMOUNT, ['--lazy', to], { stdio: 'ignore' })
    } catch {}
  })
}
