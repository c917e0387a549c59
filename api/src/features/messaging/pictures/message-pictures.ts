import { MESSAGE_PICTURE_KEPT_DAYS } from '@dolph/contract/messaging/message-pictures'
import type { PictureDimensions } from '@dolph/contract/posts/post-pictures'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import type { RepeatErasure } from '../../../privacy/erasures/repeat-erasure.ts'
import { PICTURE_FOLDERS } from '../../pictures/picture-folders.ts'
import { listPictureFileNames } from '../../pictures/pictures.ts'
import type { StoredPictures } from '../../pictures/reconcile-storage.ts'
import type { PictureRecords } from '../../pictures/store-upload.ts'

export const removeMessagePictureJob = defineJob(
  'remove-message-picture',
  z.object({ key: z.string(), width: z.int(), height: z.int() }),
)
const UNUSED_RETENTION_HOURS = 24
const DELETE_BATCH_SIZE = 100
/** Longer than any upload takes, so that no file arrives in storage after its removal. */
const UPLOAD_GRACE_SECONDS = 600
const FILES_MAX = 100

/** The names of a picture's files in storage: the large one, and the small one if there is one. */
export function listMessagePictureFileNames(key: string, size: PictureDimensions) {
  return listPictureFileNames(key, size, PICTURE_FOLDERS.ofMessages)
}

export const messagePictures: StoredPictures = {
  table: 'message_pictures',
  folder: PICTURE_FOLDERS.ofMessages,
}

export const messagePictureRecords: PictureRecords = {
  insert: async (db, key, memberId, size) => {
    const { numAffectedRows } = await sql`
      insert into message_pictures (key, member_id, width, height)
      select ${key}, id, ${size.width}, ${size.height} from members
      where id = ${memberId} and deleted_at is null for key share`.execute(db)
    return numAffectedRows === 1n
  },
  markStored: async (db, key) => {
    const { numUpdatedRows } = await db
      .updateTable('message_pictures')
      .set({ stored_at: sql`now()` })
      .where('key', '=', key)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },
  listFileNames: listMessagePictureFileNames,
}

/** Deletes uploads without a message after a day, and those of deleted messages once moderators need them no more. */
export async function deleteOldMessagePictures(db: Database): Promise<void> {
  for (const condition of [UNUSED, REMOVED])
    while ((await deletePictures(db, condition)) === DELETE_BATCH_SIZE);
}

const UNUSED = sql`message_id is null and uploaded_at < now() - make_interval(hours => ${sql.lit(UNUSED_RETENTION_HOURS)})`
const REMOVED = sql`removed_at < now() - make_interval(days => ${sql.lit(MESSAGE_PICTURE_KEPT_DAYS)})`

/** Deletes a batch of the pictures that a member has uploaded. Returns whether there may be more. */
export async function deleteMessagePicturesOf(db: Database, memberId: string): Promise<boolean> {
  return (await deletePictures(db, sql`member_id = ${memberId}`)) > 0
}

/** Deletes rows and, in the same transaction, enqueues the jobs that remove the files. A picture that is sent meanwhile stays. */
async function deletePictures(db: Database, condition: RawBuilder<unknown>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<DeletedPicture>`
      delete from message_pictures where key = any (array(
        select key from message_pictures where ${condition} order by key limit ${DELETE_BATCH_SIZE} for update))
      returning key, width, height, stored_at is not null as "isStored"`.execute(tx)
    for (const picture of rows) await enqueueRemoval(tx, picture)
    return rows.length
  })
}

interface DeletedPicture extends PictureDimensions {
  key: string
  isStored: boolean
}

async function enqueueRemoval(
  tx: Queryable,
  { key, width, height, isStored }: DeletedPicture,
): Promise<void> {
  const delaySeconds = isStored ? 0 : UPLOAD_GRACE_SECONDS
  const options = { key: `remove-message-picture:${key}`, delaySeconds }
  await enqueueJob(tx, removeMessagePictureJob, { key, width, height }, options)
}

/** Deletes a picture that a restored backup brought back, and its files, also if no row names them. */
export const repeatMessagePictureErasure: RepeatErasure = async (tx, key, { files }) => {
  await tx.deleteFrom('message_pictures').where('key', '=', key).execute()
  const names = await files.list(`${PICTURE_FOLDERS.ofMessages}${key}/`, { limit: FILES_MAX })
  if (names.length > 0) await files.remove(names)
}
