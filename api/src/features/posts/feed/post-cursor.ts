import type { Sort } from '@dolph/contract/posts/post-filter'
import { Refusal } from '../../../platform/errors.ts'
import type { PostSortKey } from './feed-query.ts'

const ID_BYTES = 16
const LIKES_BYTES = 4
const LIKES_MAX = 2 ** 31 - 1

/** Encodes the position after a post, with its likes if the list is sorted by them, as a short text for the URL. */
export function encodePostCursor({ _id, likes }: PostSortKey): string {
  const id = Buffer.from(_id.replaceAll('-', ''), 'hex')
  if (likes === null) return id.toString('base64url')
  const cursor = Buffer.alloc(LIKES_BYTES + ID_BYTES)
  cursor.writeUInt32BE(likes)
  id.copy(cursor, LIKES_BYTES)
  return cursor.toString('base64url')
}

export function decodePostCursor(cursor: string, sort: Sort): PostSortKey {
  const bytes = Buffer.from(cursor, 'base64url')
  const likesBytes = sort === 'likes' ? LIKES_BYTES : 0
  const likes = likesBytes > 0 && bytes.length > likesBytes ? bytes.readUInt32BE() : null
  if (bytes.length !== likesBytes + ID_BYTES || (likes ?? 0) > LIKES_MAX) {
    throw new Refusal('invalid-input', 'This page does not exist', {
      fields: { cursor: 'Unknown cursor' },
    })
  }
  const hex = bytes.toString('hex', likesBytes)
  return { _id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), likes }
}
