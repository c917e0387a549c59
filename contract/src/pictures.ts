import { z } from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { successReply } from './primitives.ts'

export const PICTURE_BYTES_MAX = 5 * 1024 * 1024
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

/** Every picture is kept as two squares, so wide and high. */
export const PICTURE_SIZES = { large: 512, small: 96 } as const
export type PictureSize = keyof typeof PICTURE_SIZES

const PICTURE_URL_PATTERN = /^\/pictures\/(?<key>[A-Za-z0-9_-]{43})\/512\.webp$/

/** Where a member's picture is, at its large size; an empty string where there is none. */
export function buildPictureUrl(key: string | null, size: PictureSize = 'large'): string {
  return key === null ? '' : `/pictures/${key}/${PICTURE_SIZES[size]}.webp`
}

/** The key in the address of a picture of ours, or null if it is anything else. */
export function parsePictureKey(address: string): string | null {
  return PICTURE_URL_PATTERN.exec(address)?.groups?.['key'] ?? null
}

/** The same picture at its small size. What is no picture of ours stays as it is. */
export function toSmallPictureUrl(address: string): string {
  const key = parsePictureKey(address)
  return key === null ? address : buildPictureUrl(key, 'small')
}

/**
 * Takes one file, in the part `profilePicture` of a multipart form. It becomes the member's picture when the profile
 * is saved with its `url`; until then nothing refers to it.
 */
export const uploadPicture = defineEndpoint('member', 'POST', '/api/profile/upload-picture', {
  response: { 201: successReply({ url: z.string() }) },
})
