import { PICTURE_SIZES } from '@dolph/contract/pictures/pictures'
import { getSmallDimensions, type PictureDimensions } from '@dolph/contract/posts/post-pictures'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { PICTURE_FOLDERS } from './picture-folders.ts'

export const removePictureJob = defineJob('remove-picture', z.object({ key: z.string() }))
export const removePostPictureJob = defineJob(
  'remove-post-picture',
  z.object({ key: z.string(), width: z.int(), height: z.int() }),
)
const UNUSED_RETENTION_HOURS = 24
const DELETE_BATCH_SIZE = 100
/** Longer than any upload takes, so that no file arrives in storage after its removal. */
const UPLOAD_GRACE_SECONDS = 600

/**
 * The names of a picture's files in storage: the large one, and the small one if there is one. `size` is null for a profile picture.
 * Those of public pictures are their URLs without the slash.
 */
export function listPictureFileNames(
  key: string,
  size: PictureDimensions | null,
  folder: string = PICTURE_FOLDERS.public,
): [large: string] | [large: string, small: string] {
  const [large, small] = size
    ? [toFileName(size), toFileName(getSmallDimensions(size))]
    : [`${PICTURE_SIZES.large}.webp`, `${PICTURE_SIZES.small}.webp`]
  const path = `${folder}${key}/`
  return small === large ? [path + large] : [path + large, path + small]
}

function toFileName({ width, height }: PictureDimensions): string {
  return `${width}x${height}.webp`
}

/** Records an upload before its files are stored. False if the member no longer exists. */
export async function insertPicture(
  db: Queryable,
  key: string,
  memberId: string,
  size: PictureDimensions | null = null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into pictures (key, member_id, width, height)
    select ${key}, id, ${size?.width ?? null}, ${size?.height ?? null} from members where id = ${memberId} and deleted_at is null for key share
  `.execute(db)
  return numAffectedRows === 1n
}

/** Marks the files as stored: from now on the picture can be used. False if it was deleted meanwhile. */
export async function markPictureStored(db: Queryable, key: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('pictures')
    .set({ stored_at: sql`now()` })
    .where('key', '=', key)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Sets this stored upload as the member's profile picture, or removes the picture if the key is null. The previous
 * picture is deleted. False, and nothing changes, if the key is not a stored upload of the member.
 */
export async function setProfilePicture(
  tx: Queryable,
  memberId: string,
  key: string | null,
): Promise<boolean> {
  const member = await tx
    .selectFrom('members')
    .select('picture')
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  if (!member) return false
  if (member.picture === key) return true
  if (key !== null) {
    if (!(await lockProfileUpload(tx, memberId, key))) return false
    await markPicturesInUse(tx, [key])
  }
  await tx.updateTable('members').set({ picture: key }).where('id', '=', memberId).execute()
  if (member.picture !== null) await deletePictures(tx, [member.picture])
  return true
}

/** Deletes a batch of the pictures of a deleted member whose posts are deleted. True if there may be more. */
export async function deleteMemberPictures(db: Database, memberId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await tx
      .updateTable('members')
      .set({ picture: null })
      .where('id', '=', memberId)
      .where('picture', 'is not', null)
      .execute()
    const { rows } = await sql<{ key: string }>`
      select key from pictures where member_id = ${memberId}
      order by key limit ${DELETE_BATCH_SIZE} for update
    `.execute(tx)
    const keys = rows.map(({ key }) => key)
    if (keys.length > 0)
      await tx.deleteFrom('post_pictures').where('picture_key', 'in', keys).execute()
    await deletePictures(tx, keys)
    return keys.length > 0
  })
}

export async function hasPictures(tx: Queryable, memberId: string): Promise<boolean> {
  const upload = tx.selectFrom('pictures').select('key').where('member_id', '=', memberId).limit(1)
  return (await upload.executeTakeFirst()) !== undefined
}

/** Deletes old uploads that were never used, in batches, and never one that is being set at the same time. */
export async function deleteUnusedPictures(db: Database): Promise<void> {
  while ((await deleteUnusedBatch(db)) > 0);
}

async function deleteUnusedBatch(db: Database): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // A picture that was set meanwhile is not selected: PostgreSQL rechecks the condition on the rows that it locks.
    const { rows } = await sql<{ key: string }>`
      select key from pictures
      where not in_use and uploaded_at < now() - make_interval(hours => ${UNUSED_RETENTION_HOURS})
      order by uploaded_at limit ${DELETE_BATCH_SIZE}
      for update skip locked
    `.execute(tx)
    const unusedKeys = rows.map(({ key }) => key)
    await deletePictures(tx, unusedKeys)
    return unusedKeys.length
  })
}

/** False if the key is not a stored profile picture of the member. */
async function lockProfileUpload(tx: Queryable, memberId: string, key: string): Promise<boolean> {
  const upload = await tx
    .selectFrom('pictures')
    .select('key')
    .where('key', '=', key)
    .where('member_id', '=', memberId)
    .where('stored_at', 'is not', null)
    .where('width', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return upload !== undefined
}

/** Keeps pictures, whose rows the caller has locked, from being deleted as unused. */
export async function markPicturesInUse(tx: Queryable, keys: string[]): Promise<void> {
  await tx.updateTable('pictures').set({ in_use: true }).where('key', 'in', keys).execute()
}

/** Deletes the rows and, in the same transaction, enqueues the jobs that remove the files. */
export async function deletePictures(tx: Queryable, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  const deleted = await tx
    .deleteFrom('pictures')
    .where('key', 'in', keys)
    .returning(['key', 'stored_at', 'width', 'height'])
    .execute()
  for (const { key, stored_at, width, height } of deleted) {
    const delaySeconds = stored_at === null ? UPLOAD_GRACE_SECONDS : 0
    const options = { key: `remove-picture:${key}`, delaySeconds }
    if (width === null || height === null) await enqueueJob(tx, removePictureJob, { key }, options)
    else await enqueueJob(tx, removePostPictureJob, { key, width, height }, options)
  }
}
