import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { successReply } from '../primitives.ts'

export const PICTURE_BYTES_MAX = 5 * 1024 * 1024
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

export const PICTURE_FORMAT_UNSUPPORTED = 'Please choose a JPEG, PNG or WebP picture'

/** The form field of an uploaded picture. */
export const PICTURE_FIELD = 'profilePicture'

/** The widths and heights, in pixels, of the two squares that are stored of every picture. */
export const PICTURE_SIZES = { large: 512, small: 96 } as const
export type PictureSize = keyof typeof PICTURE_SIZES

const PICTURE_URL_PATTERN = /^\/pictures\/(?<key>[A-Za-z0-9_-]{43})\/512\.webp$/

/** The URL of a member's picture, or an empty string without one. */
export function buildPictureUrl(key: string | null, size: PictureSize = 'large'): string {
  return key === null ? '' : `/pictures/${key}/${PICTURE_SIZES[size]}.webp`
}

/** The key in the URL of an uploaded picture at its large size, or null for any other text. */
export function parsePictureKey(url: string): string | null {
  return PICTURE_URL_PATTERN.exec(url)?.groups?.['key'] ?? null
}

/** The URL of the same picture at its small size; any other text is returned unchanged. */
export function toSmallPictureUrl(url: string): string {
  const key = parsePictureKey(url)
  return key === null ? url : buildPictureUrl(key, 'small')
}

/**
 * Accepts one file, in a multipart form. It becomes the member's picture when the profile
 * is saved with its `url`; until then no profile refers to it.
 */
export const uploadPicture = defineEndpoint({
  method: 'POST',
  url: '/api/profile/upload-picture',
  access: 'member',
  filePart: PICTURE_FIELD,
  schema: { response: { 201: successReply({ url: z.string() }) } },
})
