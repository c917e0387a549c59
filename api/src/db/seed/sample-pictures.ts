import { createHash } from 'node:crypto'
import { buildPictureUrl, PICTURE_SIZES } from '@dolph/contract/pictures'
import { buildPostPictureUrl, COVER_SIZES, getSmallDimensions } from '@dolph/contract/post-pictures'
import sharp from 'sharp'
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
  files: PictureStorage
}

/** Every second sample member has a face. */
const FACE_INTERVAL = 2

/** Draws and stores the faces of sample members, and the covers and pictures of their posts. */
export async function insertPictures(options: Options): Promise<void> {
  const { members, posts } = options.world
  for (const [index, { username }] of members.entries()) {
    if (index % FACE_INTERVAL === 0) await insertFace(options, username)
  }
  for (const post of posts) {
    if (post.cover) await insertPostPictures(options, post, post.cover)
  }
}

async function insertFace({ tx, world, files }: Options, username: string): Promise<void> {
  const key = createKey(world, `face ${username}`)
  const memberId = world.getMemberId(username)
  const drawing = drawFace(username)
  for (const size of ['large', 'small'] as const) {
    const side = PICTURE_SIZES[size]
    await putPicture(files, buildPictureUrl(key, size), drawing, { width: side, height: side })
  }
  await insertPictureRow(tx, { key, member_id: memberId, width: null, height: null })
  await tx.updateTable('members').set({ picture: key }).where('id', '=', memberId).execute()
}

async function insertPostPictures(
  options: Options,
  post: StoredPost,
  cover: NonNullable<StoredPost['cover']>,
): Promise<void> {
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
  for (const { key, scene } of drawn) {
    await insertScene(options, { key, scene, post })
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
}

async function insertScene(
  { tx, world, files }: Options,
  { key, scene, post }: { key: string; scene: Scene; post: StoredPost },
): Promise<void> {
  const drawing = drawScene(scene, key)
  for (const size of [COVER_SIZES.page, getSmallDimensions(COVER_SIZES.page)]) {
    await putPicture(files, buildPostPictureUrl(key, size), drawing, size)
  }
  const { width, height } = COVER_SIZES.page
  await insertPictureRow(tx, { key, member_id: world.getMemberId(post.author), width, height })
}

async function putPicture(
  files: PictureStorage,
  url: string,
  drawing: string,
  { width, height }: { width: number; height: number },
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
    .values({ ...row, stored_at, is_worn: true })
    .execute()
}

/** The time is part of it: two databases in one storage must not delete each other's pictures. */
function createKey({ now }: SampleWorld, subject: string): string {
  return createHash('sha256').update(`${now.toISOString()} ${subject}`).digest('base64url')
}
