import { execFile, execFileSync } from 'node:child_process'
import { mkdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const runCommand = promisify(execFile)
const UNMOUNT_COMMAND = 'umount'
/** Room for the write-ahead log of a run, which the nodes keep for each other. */
const DISK_SIZE = '900m'
/** The servers write meanwhile, so that a file of exactly the free size may not fit: then the rest is filled. */
const MARGIN_BYTES = 262_144
const FILLINGS_MAX = 50
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
  for (let filling = 1; ; filling += 1) {
    const { bavail, bsize } = await statfs(folder)
    const bytes = bavail * bsize - MARGIN_BYTES
    if (bytes <= 0) break
    try {
      await runCommand('fallocate', ['--length', String(bytes), file])
      break
    } catch (error) {
      await rm(file, { force: true })
      if (filling === FILLINGS_MAX) throw error
    }
  }
  return () => rm(file, { force: true })
}
