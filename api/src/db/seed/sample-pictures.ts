import { createHash } from 'node:crypto'
import { buildPictureUrl, PICTURE_SIZES } from '@dolph/contract/pictures'
import { buildPostPictureUrl, COVER_SIZES, getSmallDimensions } from '@dolph/contract/post-pictures'
import sharp from 'sharp'
import { Semaphore } from '../../semaphore.ts'
import type { Queryable } from '../database.ts'
import { drawFace } from './drawings/draw-face.ts'
import { drawScene, type Scene } from './drawings/draw-scene.ts'
import { replaceDrawnPictures } from './featured-posts.ts'
import { insertInBatches } from './insert-rows.ts'
import type { SampleWorld, StoredPost } from './projects/sample-world.ts'

/** Where the files of the pictures are stored. */
export interface PictureStorage {
  put(name: string, bytes: Buffer, type: string): Promise<void>
}

interface Options {
  tx: Queryable
  world: SampleWorld
}

/** Every second sample member has a face. */
const FACE_INTERVAL = 2

/** How many files are drawn and stored at a time. */
const STORED_AT_ONCE = 8

interface Drawing {
  url: string
  drawing: string
  size: { width: number; height: number }
}

/** Inserts the faces of sample members, and the covers and pictures of their posts. Their files are still to be stored. */
export async function insertPictures(options: Options): Promise<Drawing[]> {
  const { members, posts } = options.world
  const drawings: Drawing[] = []
  for (const [index, { username }] of members.entries()) {
    if (index % FACE_INTERVAL === 0) drawings.push(...(await insertFace(options, username)))
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

async function insertFace({ tx, world }: Options, username: string): Promise<Drawing[]> {
  const key = createKey(world, `face ${username}`)
  const memberId = world.getMemberId(username)
  const drawing = drawFace(username)
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
  const drawn: { key: string; scene: Scene }[] = []
  const addScene = (scene: Scene) => {
    const key = createKey(options.world, `${scene} ${drawn.length} ${post.title}`)
    drawn.push({ key, scene })
    return key
  }
  const coverKey = addScene(cover.scene)
  const body = replaceDrawnPictures(
    post.body,
    ({ alt, scene }) => `![${alt}](${buildPostPictureUrl(addScene(scene), COVER_SIZES.page)})`,
  )
  const drawings: Drawing[] = []
  for (const { key, scene } of drawn) {
    drawings.push(...(await insertScene(options, { key, scene, post })))
  }
  await insertInBatches(
    tx,
    'post_pictures',
    drawn.map(({ key }) => ({ post_id: post.id, picture_key: key })),
  )
  await tx
    .updateTable('posts')
    .set({ cover_key: coverKey, cover_alt: cover.alt, body })
    .where('id', '=', post.id)
    .execute()
  return drawings
}

async function insertScene(
  { tx, world }: Options,
  { key, scene, post }: { key: string; scene: Scene; post: StoredPost },
): Promise<Drawing[]> {
  const { width, height } = COVER_SIZES.page
  await insertPictureRow(tx, { key, member_id: world.getMemberId(post.author), width, height })
  const drawing = drawScene(scene, key)
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
  const bytes = await sharp(Buffer.from(drawing)).resize(width, height).webp().toBuffer()
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
