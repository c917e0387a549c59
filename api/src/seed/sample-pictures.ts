import { createHash } from 'node:crypto'
import { buildPictureUrl, PICTURE_SIZES } from '@dolph/contract/pictures/pictures'
import {
  buildPostPictureUrl,
  COVER_SIZES,
  getSmallDimensions,
} from '@dolph/contract/posts/post-pictures'
import sharp from 'sharp'
import { Semaphore } from '../platform/semaphore.ts'
import type { Queryable } from '../platform/db/database.ts'
import { insertInBatches } from './insert-rows.ts'
import type { SampleWorld, StoredPost } from './projects/sample-world.ts'
import { readFace, readPicture, type SamplePicture } from './sample-data.ts'

/** Where the files of the pictures are stored. */
export interface PictureStorage {
  put(name: string, bytes: Buffer, type: string): Promise<void>
}

interface Options {
  tx: Queryable
  world: SampleWorld
}

/** A picture in the text of a post. */
const PICTURE = /!\[(?<alt>[^\]]+)\]\(picture:(?<picture>[\w-]+)\)/g

/** How many files are encoded and stored at a time. */
const STORED_AT_ONCE = 8

interface Drawing {
  url: string
  drawing: Buffer
  size: { width: number; height: number }
}

/** Inserts the faces of sample members, and the covers and pictures of their posts. Their files are still to be stored. */
export async function insertPictures(options: Options): Promise<Drawing[]> {
  const { members, posts } = options.world
  const drawings: Drawing[] = []
  for (const { username } of members) {
    const face = readFace(username)
    if (face) drawings.push(...(await insertFace(options, username, face)))
  }
  for (const post of posts) {
    if (post.cover) drawings.push(...(await insertPostPictures(options, post, post.cover)))
  }
  return drawings
}

export async function storeDrawings(files: PictureStorage, drawings: Drawing[]): Promise<void> {
  const queue = new Semaphore({ concurrency: STORED_AT_ONCE })
  await Promise.all(drawings.map((drawing) => queue.run(() => storeDrawing(files, drawing))))
}

/** Replaces the pictures in the text of a post, one after the other. */
export function replacePictures(body: string, replace: (picture: SamplePicture) => string): string {
  return body.replace(PICTURE, (_, alt: string, picture: string) => replace({ alt, picture }))
}

async function insertFace(
  { tx, world }: Options,
  username: string,
  drawing: Buffer,
): Promise<Drawing[]> {
  const key = createKey(world, `face ${username}`)
  const memberId = world.getMemberId(username)
  await insertPictureRow(tx, { key, member_id: memberId, width: null, height: null })
  await tx.updateTable('members').set({ picture: key }).where('id', '=', memberId).execute()
  return (['large', 'small'] as const).map((size) => {
    const side = PICTURE_SIZES[size]
    return { url: buildPictureUrl(key, size), drawing, size: { width: side, height: side } }
  })
}

async function insertPostPictures(
  options: Options,
  post: StoredPost,
  cover: NonNullable<StoredPost['cover']>,
): Promise<Drawing[]> {
  const { tx } = options
  const shown: { key: string; picture: string }[] = []
  const addPicture = ({ picture }: SamplePicture) => {
    const key = createKey(options.world, `picture ${picture}`)
    shown.push({ key, picture })
    return key
  }
  const coverKey = addPicture(cover)
  const body = replacePictures(
    post.body,
    (each) => `![${each.alt}](${buildPostPictureUrl(addPicture(each), COVER_SIZES.page)})`,
  )
  const drawings: Drawing[] = []
  for (const { key, picture } of shown) {
    drawings.push(...(await insertPicture(options, { key, picture, author: post.author })))
  }
  await insertInBatches(
    tx,
    'post_pictures',
    shown.map(({ key }) => ({ post_id: post.id, picture_key: key })),
  )
  await tx
    .updateTable('posts')
    .set({ cover_key: coverKey, cover_alt: cover.alt, body })
    .where('id', '=', post.id)
    .execute()
  return drawings
}

async function insertPicture(
  { tx, world }: Options,
  { key, picture, author }: { key: string; picture: string; author: string },
): Promise<Drawing[]> {
  const { width, height } = COVER_SIZES.page
  await insertPictureRow(tx, { key, member_id: world.getMemberId(author), width, height })
  const drawing = readPicture(picture)
  return [COVER_SIZES.page, getSmallDimensions(COVER_SIZES.page)].map((size) => ({
    url: buildPostPictureUrl(key, size),
    drawing,
    size,
  }))
}

async function storeDrawing(
  files: PictureStorage,
  { url, drawing, size: { width, height } }: Drawing,
): Promise<void> {
  const bytes = await sharp(drawing).resize(width, height).webp().toBuffer()
  await files.put(url.slice(1), bytes, 'image/webp')
}

interface PictureRow {
  key: string
  member_id: string
  width: number | null
  height: number | null
}

async function insertPictureRow(tx: Queryable, row: PictureRow): Promise<void> {
  const stored_at = new Date().toISOString()
  await tx
    .insertInto('pictures')
    .values({ ...row, stored_at, in_use: true })
    .execute()
}

/** The time is part of it: two databases in one storage must not delete each other's pictures. */
function createKey({ now }: SampleWorld, subject: string): string {
  return createHash('sha256').update(`${now.toISOString()} ${subject}`).digest('base64url')
}
