import { sql } from 'kysely'
import type { StoredFiles } from '../pictures/reconcile-storage.ts'
import { buildPieceName, EXPORT_FOLDER } from './export-files.ts'

/** The files of exports that are ready. One that was made while the files were being listed may not be in the list. */
export const storedExports: StoredFiles = {
  table: 'exports',
  folder: EXPORT_FOLDER,
  listNames: async (db) => {
    const { rows } = await sql<{ key: string; attempt: string; pieces: number }>`
      select key, attempt, pieces from exports
      where state = 'ready' and expires_at > now() and expires_at < now() + interval '7 days' - interval '1 hour'
    `.execute(db)
    return rows.flatMap(({ key, attempt, pieces }) =>
      Array.from({ length: pieces }, (_, piece) => buildPieceName(key, attempt, piece)),
    )
  },
}
