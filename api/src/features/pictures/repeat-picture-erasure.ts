import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { deletePictures } from './pictures.ts'

const FILES_MAX = 100

/**
 * Deletes a picture that a restored backup brought back, wherever it is used, and its files, also those that no row names: the bucket
 * may be restored from another time. In a text its link stays and leads nowhere.
 */
export async function repeatPictureErasure(
  tx: Queryable,
  key: string,
  { files }: Pick<Deps, 'files'>,
): Promise<void> {
  await tx.updateTable('members').set({ picture: null }).where('picture', '=', key).execute()
  await sql`
    with used as (delete from post_pictures where picture_key = ${key} returning post_id)
    update posts set cover_key = null, cover_alt = null from used where posts.id = used.post_id and cover_key = ${key}
  `.execute(tx)
  await deletePictures(tx, [key])
  const names = await files.list(`pictures/${key}/`, { limit: FILES_MAX })
  if (names.length > 0) await files.remove(names)
}
