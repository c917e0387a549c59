import type { PictureDimensions } from '@dolph/contract/posts/post-pictures'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import { deletePictures, markPicturesInUse } from '../../pictures/pictures.ts'

export interface PostPicture extends PictureDimensions {
  key: string
}

interface PostKey {
  postId: string
  memberId: string
}

/**
 * Makes these the pictures that a post of the member uses. Those that it used before and no other post uses are deleted. Returns the
 * keys that are no stored upload of the member with these dimensions; then nothing has changed. The caller holds the lock of the post.
 */
export async function setPostPictures(
  tx: Queryable,
  { postId, memberId }: PostKey,
  pictures: readonly PostPicture[],
): Promise<string[]> {
  const keys = [...new Set(pictures.map(({ key }) => key))]
  const previousKeys = await listPostPictures(tx, postId)
  const locked = await lockPictures(tx, [...previousKeys, ...keys])
  const isUsable = ({ key, width, height }: PostPicture) =>
    locked.some(
      (row) =>
        row.key === key &&
        row.member_id === memberId &&
        row.stored_at !== null &&
        row.width === width &&
        row.height === height,
    )
  const unusableKeys = pictures.filter((picture) => !isUsable(picture)).map(({ key }) => key)
  if (unusableKeys.length > 0) return unusableKeys
  await addPostPictures(
    tx,
    postId,
    keys.filter((key) => !previousKeys.includes(key)),
  )
  await removePostPictures(
    tx,
    postId,
    previousKeys.filter((key) => !keys.includes(key)),
  )
  return []
}

/** Deletes the pictures of a deleted post that no other post uses. */
export async function deletePostPictures(tx: Queryable, postId: string): Promise<void> {
  const keys = await listPostPictures(tx, postId)
  await lockPictures(tx, keys)
  await removePostPictures(tx, postId, keys)
}

async function listPostPictures(tx: Queryable, postId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('post_pictures')
    .select('picture_key')
    .where('post_id', '=', postId)
    .execute()
  return rows.map((row) => row.picture_key)
}

/**
 * Locked in the order of their keys, so that two posts with the same pictures cannot deadlock. A picture that the cleanup deletes
 * meanwhile is not among the rows; one that is locked here the cleanup leaves alone.
 */
async function lockPictures(tx: Queryable, keys: string[]) {
  if (keys.length === 0) return []
  return tx
    .selectFrom('pictures')
    .select(['key', 'member_id', 'stored_at', 'width', 'height'])
    .where('key', 'in', keys)
    .orderBy('key')
    .forUpdate()
    .execute()
}

async function addPostPictures(tx: Queryable, postId: string, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  await tx
    .insertInto('post_pictures')
    .values(keys.map((key) => ({ post_id: postId, picture_key: key })))
    .execute()
  await markPicturesInUse(tx, keys)
}

/** Statements of their own after the lock: they see what the other posts of the member have committed meanwhile. */
async function removePostPictures(tx: Queryable, postId: string, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  await tx
    .deleteFrom('post_pictures')
    .where('post_id', '=', postId)
    .where('picture_key', 'in', keys)
    .execute()
  const { rows } = await sql<{ key: string }>`
    select key from pictures where key = any (${keys})
      and not exists (select from post_pictures where picture_key = pictures.key)
  `.execute(tx)
  await deletePictures(
    tx,
    rows.map(({ key }) => key),
  )
}
