import { Refusal } from '../../errors.ts'

const UUID_BYTES = 16

/** A place in the feed: the id of the last post seen, shortened for the address bar. */
export function writeCursor(postId: string): string {
  return Buffer.from(postId.replaceAll('-', ''), 'hex').toString('base64url')
}

export function readCursor(cursor: string): string {
  const hex = Buffer.from(cursor, 'base64url').toString('hex')
  if (hex.length !== UUID_BYTES * 2) {
    throw new Refusal('invalid-input', 'This page does not exist', {
      fields: { cursor: 'Unknown cursor' },
    })
  }
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
