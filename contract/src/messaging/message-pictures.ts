import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { getSmallDimensions, type PictureDimensions } from '../posts/post-pictures.ts'
import { Count, successReply } from '../primitives.ts'

export const MESSAGE_PICTURES_MAX = 4
export const MESSAGE_PICTURES_TOO_MANY = `A message can have at most ${MESSAGE_PICTURES_MAX} pictures`
export const MESSAGE_PICTURE_GONE =
  'A picture in the message is not yours or is gone. Please add it again.'
/** The form field of an uploaded picture of a message. */
export const MESSAGE_PICTURE_FIELD = 'picture'
/** For how many days moderators still see the pictures of a deleted message. */
export const MESSAGE_PICTURE_KEPT_DAYS = 7

export interface MessagePicture extends PictureDimensions {
  key: string
}

const URL_TEXT = String.raw`/api/messages/pictures/(?<key>[A-Za-z0-9_-]{43})/(?<width>[1-9]\d{0,3})x(?<height>[1-9]\d{0,3})\.webp`
const MESSAGE_PICTURE_URL = new RegExp(`^${URL_TEXT}$`)
/** Anywhere in a text, with any Markdown around it; not as a part of the URL of another site. */
const URLS_IN_TEXT = new RegExp(String.raw`(?<![\w.-])${URL_TEXT}(?!\w)`, 'g')

/** A picture as Markdown. The description is bounded: a text full of opening marks would otherwise take quadratic time. */
const MARKDOWN = new RegExp(String.raw`!\[((?:\\.|[^\]\\\n]){0,400})\]\(${URL_TEXT}\)`, 'g')

export function buildMessagePictureUrl(
  key: string,
  { width, height }: PictureDimensions,
): `/api/${string}` {
  return `/api/messages/pictures/${key}/${width}x${height}.webp`
}

/** The parts of the URL of a picture of a message, or null for any other text. */
export function parseMessagePictureUrl(url: string): MessagePicture | null {
  const { key, width, height } = MESSAGE_PICTURE_URL.exec(url)?.groups ?? {}
  return key === undefined ? null : { key, width: Number(width), height: Number(height) }
}

/** The pictures that the text of a message names, each once. */
export function listMessagePictures(content: string): string[] {
  return [...new Set([...content.matchAll(URLS_IN_TEXT)].map(([url]) => url))]
}

/** The text with the description of each picture in its place, for places that show none. */
export function namePictures(content: string): string {
  return content.replaceAll(
    MARKDOWN,
    (_, alt: string) => alt.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1') || 'Picture',
  )
}

/** The URL of the smaller file of a picture of a message; any other text is returned unchanged. */
export function toSmallMessagePictureUrl(url: string): string {
  const picture = parseMessagePictureUrl(url)
  return picture ? buildMessagePictureUrl(picture.key, getSmallDimensions(picture)) : url
}

/**
 * Accepts one file, in a multipart form. A message that is sent as Markdown with the `url` in its text has the picture from then on, and all
 * readers of the message see it. Before that only the uploader does; an upload that is not sent is deleted after a day.
 */
export const uploadMessagePicture = defineEndpoint({
  method: 'POST',
  url: '/api/messages/pictures',
  access: 'member',
  restriction: 'messaging',
  filePart: MESSAGE_PICTURE_FIELD,
  schema: {
    response: { 201: successReply({ url: z.string(), width: Count, height: Count }) },
  },
})
