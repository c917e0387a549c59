import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { Count, optionalLine, successReply } from '../primitives.ts'

/** The two files of a cover, in pixels. */
export const COVER_SIZES = {
  card: { width: 640, height: 360 },
  page: { width: 1280, height: 720 },
} as const

/** The largest picture in a text; a larger upload is scaled down. */
export const BODY_PICTURE_WIDTH_MAX = 1280
export const BODY_PICTURE_HEIGHT_MAX = 2560
/** The width of the second, smaller file of a wider picture. */
const SMALL_WIDTH = 640

export const BODY_PICTURES_MAX = 8
export const BODY_PICTURES_TOO_MANY = `A project can have at most ${BODY_PICTURES_MAX} pictures in its text`
export const BODY_PICTURE_GONE =
  'A picture in the text is not yours or is gone. Please add it again.'
export const COVER_GONE = 'The cover is not yours or is gone. Please add it again.'

/** The form field of an uploaded picture of a post. */
export const POST_PICTURE_FIELD = 'picture'

export const PICTURE_ALT_MAX = 200

/** What a picture shows, for those who cannot see it. Empty: it is decoration. */
export const PictureAlt = optionalLine({
  max: PICTURE_ALT_MAX,
  tooLong: `A description cannot be more than ${PICTURE_ALT_MAX} characters`,
})

/** The cover of a post. The `url` is that of the page size; see `toCardCoverUrl`. */
export const Cover = z.object({ url: z.string(), alt: PictureAlt })
export type Cover = z.infer<typeof Cover>

export const PostPictureKind = z.enum(['cover', 'text'])
export type PostPictureKind = z.infer<typeof PostPictureKind>

export interface PictureDimensions {
  width: number
  height: number
}

const URL_TEXT = String.raw`/pictures/(?<key>[A-Za-z0-9_-]{43})/(?<width>[1-9]\d{0,3})x(?<height>[1-9]\d{0,3})\.webp`
const POST_PICTURE_URL = new RegExp(`^${URL_TEXT}$`)
/** Anywhere in a text, whatever Markdown is around it; not as a part of the URL of another site. */
const URLS_IN_TEXT = new RegExp(String.raw`(?<![\w.-])${URL_TEXT}(?!\w)`, 'g')

export function buildPostPictureUrl(key: string, { width, height }: PictureDimensions): string {
  return `/pictures/${key}/${width}x${height}.webp`
}

/** The parts of the URL of a picture of a post, or null for any other text. */
export function parsePostPictureUrl(url: string): (PictureDimensions & { key: string }) | null {
  const { key, width, height } = POST_PICTURE_URL.exec(url)?.groups ?? {}
  return key === undefined ? null : { key, width: Number(width), height: Number(height) }
}

/** The URLs of the pictures in the text of a post, in their order; a picture that is shown twice is listed twice. */
export function listBodyPictures(body: string): string[] {
  return [...body.matchAll(URLS_IN_TEXT)].map(([url]) => url)
}

/** The text without the URLs of its pictures; what the pictures show stays in it. */
export function removePictureUrls(body: string): string {
  return body.replaceAll(URLS_IN_TEXT, '')
}

/** The dimensions of the smaller file of a picture; a narrow picture has only one file. */
export function getSmallDimensions({ width, height }: PictureDimensions): PictureDimensions {
  if (width <= SMALL_WIDTH) return { width, height }
  return { width: SMALL_WIDTH, height: Math.max(1, Math.round((height * SMALL_WIDTH) / width)) }
}

/** The URL of the smaller file of a picture in a text; any other text is returned unchanged. */
export function toSmallBodyPictureUrl(url: string): string {
  const picture = parsePostPictureUrl(url)
  return picture ? buildPostPictureUrl(picture.key, getSmallDimensions(picture)) : url
}

/** The URL of the same cover in the size of a card; any other text is returned unchanged. */
export function toCardCoverUrl(url: string): string {
  return toSmallBodyPictureUrl(url)
}

/**
 * Accepts one file, in a multipart form. It comes into use when a post is saved with its `url`, as the cover or in the text; until
 * then no post refers to it, and after a day it is deleted.
 */
export const uploadPostPicture = defineEndpoint({
  method: 'POST',
  url: '/api/posts/pictures/:kind',
  access: 'member',
  restriction: 'posting',
  filePart: POST_PICTURE_FIELD,
  schema: {
    params: z.object({ kind: PostPictureKind }),
    response: { 201: successReply({ url: z.string(), width: Count, height: Count }) },
  },
})
