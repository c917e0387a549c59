import { sql } from 'kysely'
import type { Queryable } from '../db/database.ts'
import type { FileStore } from './file-store.ts'
import { deletePictures } from './pictures.ts'

const FILES_MAX = 100

/** Deletes a picture that a restored backup brought back, wherever it is used. In a text its link stays and leads nowhere. */
export async function repeatPictureErasure(tx: Queryable, key: string): Promise<void> {
  await tx.updateTable('members').set({ picture: null }).where('picture', '=', key).execute()
  await sql`
    with used as (delete from post_pictures where picture_key = ${key} returning post_id)
    update posts set cover_key = null, cover_alt = null from used where posts.id = used.post_id and cover_key = ${key}
  `.execute(tx)
  await deletePictures(tx, [key])
}

/** Removes the files of an erased picture, also those that no row names: the bucket may be restored from another time. */
export async function removeErasedFiles(files: FileStore, key: string): Promise<number> {
  const names = await files.list(`pictures/${key}/`, { limit: FILES_MAX })
  if (names.length > 0) await files.remove(names)
  return names.length
}
