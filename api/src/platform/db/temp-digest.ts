import { createHash } from 'node:crypto'

/** 128 bits: no member meets two contents with the same digest under one `tempId`. */
const DIGEST_BYTES = 16

/** The digest by which the same content is recognized when it is sent again; null without a `tempId`. */
export function getTempDigest(tempId: string | null, content: readonly unknown[]): Buffer | null {
  if (tempId === null) return null
  return createHash('sha256').update(JSON.stringify(content)).digest().subarray(0, DIGEST_BYTES)
}
