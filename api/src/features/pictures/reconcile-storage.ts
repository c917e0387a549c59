import { sql } from 'kysely'
import type { Deps } from '../../platform/deps.ts'
import { PICTURE_FOLDERS } from './picture-folders.ts'
import { listPictureFileNames } from './pictures.ts'

const KEY_PATTERN = /^[^/]+\/(?<key>[A-Za-z0-9_-]{43})\//
/** An upload stores its files after its row; a restored database may lack the rows of the last hours. */
const ORPHAN_AGE_MS = 24 * 3_600_000
const ROWS_BATCH_SIZE = 1_000
const KEYS_BATCH_SIZE = 500
const PROGRESS_EVERY = 10_000

/** A table of pictures, and the folder of their files. */
export interface StoredPictures {
  table: 'pictures' | 'message_pictures'
  folder: string
}

/** Other folders with a folder for each key: the table with the keys, and the names that should be there. */
export interface StoredFiles {
  table: 'exports'
  folder: string
  listNames: (db: Deps['db']) => Promise<string[]>
}

export const publicPictures: StoredPictures = { table: 'pictures', folder: PICTURE_FOLDERS.public }

interface Options {
  isRemoving: boolean
  onProgress: (line: string) => void
}

interface Reconciliation {
  stored: number
  /** Files without a row, older than a day. */
  orphans: string[]
  /** Files of stored pictures that are not there. */
  missing: string[]
}

/** Compares stored files with the rows of pictures, in both directions, and removes files without a row if asked to. */
export async function reconcileStorage(
  deps: Pick<Deps, 'db' | 'files'>,
  kinds: readonly (StoredPictures | StoredFiles)[],
  options: Options,
): Promise<Reconciliation> {
  const all: Reconciliation = { stored: 0, orphans: [], missing: [] }
  for (const kind of kinds) {
    const { stored, orphans, missing } = await reconcileFolder(deps, kind, options)
    all.stored += stored
    all.orphans.push(...orphans)
    all.missing.push(...missing)
  }
  return all
}

async function reconcileFolder(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  kind: StoredPictures | StoredFiles,
  { isRemoving, onProgress }: Options,
): Promise<Reconciliation> {
  const names = new Set<string>()
  const orphans: string[] = []
  let old = new Map<string, string[]>()
  const sortOld = async () => {
    const keys = [...old.keys()]
    const { rows } = await sql<{ key: string }>`
      select key from ${sql.table(kind.table)} where key = any(${keys}::text[])`.execute(db)
    for (const { key } of rows) old.delete(key)
    const orphaned = [...old.values()].flat()
    orphans.push(...orphaned)
    if (isRemoving) await files.remove(orphaned)
    old = new Map()
  }
  for await (const { name, changedAt } of files.walk(kind.folder)) {
    names.add(name)
    if (names.size % PROGRESS_EVERY === 0) onProgress(`${names.size} files`)
    const key = KEY_PATTERN.exec(name)?.groups?.['key']
    if (key === undefined || Date.now() - changedAt.getTime() < ORPHAN_AGE_MS) continue
    old.set(key, [...(old.get(key) ?? []), name])
    if (old.size === KEYS_BATCH_SIZE) await sortOld()
  }
  await sortOld()
  const missing =
    'listNames' in kind
      ? (await kind.listNames(db)).filter((name) => !names.has(name))
      : await findMissing(db, kind, names)
  return { stored: names.size, orphans, missing }
}

async function findMissing(
  db: Deps['db'],
  { table, folder }: StoredPictures,
  names: ReadonlySet<string>,
): Promise<string[]> {
  const missing: string[] = []
  for (let after: string | undefined = ''; after !== undefined;) {
    const rows: { key: string; width: number | null; height: number | null }[] = await db
      .selectFrom(table)
      .select(['key', 'width', 'height'])
      .where('key', '>', after)
      .where('stored_at', 'is not', null)
      // A file that was stored while the files were being listed may not be in the list.
      .where('stored_at', '<', sql<string>`now() - interval '1 hour'`)
      .orderBy('key')
      .limit(ROWS_BATCH_SIZE)
      .execute()
    for (const { key, width, height } of rows) {
      const size = width === null || height === null ? null : { width, height }
      missing.push(...listPictureFileNames(key, size, folder).filter((name) => !names.has(name)))
    }
    after = rows.length === ROWS_BATCH_SIZE ? rows.at(-1)?.key : undefined
  }
  return missing
}
