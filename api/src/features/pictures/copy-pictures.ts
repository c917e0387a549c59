import type { FileStore } from '../../platform/storage/file-store.ts'
import { PICTURE_FOLDERS } from './picture-folders.ts'

const CURRENT = 'current/'
const DELETED = 'deleted/'
const TYPE = 'image/webp'
/** How long a picture stays in the copy after it was deleted. Together with the database's backups this is what the privacy page promises. */
const KEEP_DAYS = 28
const DAY_MS = 86_400_000

interface Copied {
  copied: number
  deleted: number
  expired: number
}

/**
 * Makes `copy` the same as the store, as deploy/backup/copy-files.sh does between two buckets. What the store no longer has is kept by
 * day, for a restore to an earlier time.
 */
export async function copyPictures(
  from: FileStore,
  copy: FileStore,
  now = new Date(),
): Promise<Copied> {
  const gone = new Set<string>()
  for await (const { name } of copy.walk(CURRENT)) gone.add(name.slice(CURRENT.length))
  let copied = 0
  for await (const name of walkPictures(from)) {
    if (!gone.delete(name) && (await copyFile(from, name, { to: copy, as: CURRENT + name })))
      copied += 1
  }
  const today = toDay(now)
  for (const name of gone) {
    await copyFile(copy, CURRENT + name, { to: copy, as: `${DELETED}${today}/${name}` })
    await copy.remove([CURRENT + name])
  }
  const oldest = toDay(new Date(now.getTime() - KEEP_DAYS * DAY_MS))
  const expired: string[] = []
  for await (const { name } of copy.walk(DELETED)) {
    if ((name.split('/')[1] ?? '') <= oldest) expired.push(name)
  }
  await copy.remove(expired)
  return { copied, deleted: gone.size, expired: expired.length }
}

/** Puts back what the store lacks. Returns how many pictures that were. */
export async function restorePictures(copy: FileStore, to: FileStore): Promise<number> {
  const there = new Set<string>()
  for await (const name of walkPictures(to)) there.add(name)
  let restored = 0
  for await (const { name } of copy.walk(CURRENT)) {
    const original = name.slice(CURRENT.length)
    if (!there.has(original) && (await copyFile(copy, name, { to, as: original }))) restored += 1
  }
  return restored
}

/** The names of all files of pictures. */
async function* walkPictures(files: FileStore): AsyncGenerator<string> {
  for (const folder of Object.values(PICTURE_FOLDERS))
    for await (const { name } of files.walk(folder)) yield name
}

/** False if the file was deleted meanwhile. */
async function copyFile(
  from: FileStore,
  name: string,
  { to, as }: { to: FileStore; as: string },
): Promise<boolean> {
  const bytes = await from.get(name)
  if (bytes) await to.put(as, bytes, TYPE)
  return bytes !== null
}

function toDay(time: Date): string {
  return time.toISOString().slice(0, 10)
}
