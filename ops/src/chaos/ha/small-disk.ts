import { execFile, execFileSync } from 'node:child_process'
import { mkdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const runCommand = promisify(execFile)
const UNMOUNT_COMMAND = 'umount'
/** Room for the write-ahead log of a run, which the nodes keep for each other. */
const DISK_SIZE = '900m'
/** The servers write meanwhile, so that a file of exactly the free size may not fit. */
const MARGIN_BYTES = 262_144
const mountedFolders = new Set<string>()

/** Mounts an empty disk in memory at a folder that does not exist yet. */
export async function mountSmallDisk(
  folder: string,
  { uid, gid }: { uid: number; gid: number },
): Promise<void> {
  await mkdir(folder)
  const options = `size=${DISK_SIZE},mode=0700,uid=${uid},gid=${gid}`
  await runCommand('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder])
  mountedFolders.add(folder)
}

/** Unmounts all disks of this process. Lazily, because the servers on them may still be ending. */
export function unmountSmallDisks(): void {
  for (const folder of mountedFolders) execFileSync(UNMOUNT_COMMAND, ['--lazy', folder])
  mountedFolders.clear()
}
process.on('exit', unmountSmallDisks)

/** Fills a disk with one file and returns how to remove it. */
export async function fillDisk(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, 'fills-the-disk')
  const { bavail, bsize } = await statfs(folder)
  await runCommand('fallocate', ['--length', String(bavail * bsize - MARGIN_BYTES), file])
  return () => rm(file)
}
