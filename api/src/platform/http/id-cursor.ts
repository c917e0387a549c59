import { Refusal } from '../errors.ts'
import { cutPage } from './cut-page.ts'

const ID_BYTES = 16

/** A cursor in a list that is ordered by id: the last id of the page, encoded shorter for the URL. */
export function encodeIdCursor(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
}

export function decodeIdCursor(cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes.length !== ID_BYTES) throw createCursorRefusal()
  return formatId(bytes.toString('hex'))
}

export function createCursorRefusal(): Refusal {
  return new Refusal('invalid-input', 'This page does not exist', {
    fields: { cursor: 'Unknown cursor' },
  })
}

export function formatId(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** A page whose cursor is the id of its last row. `rows` has one more than `limit` if another page follows. */
export function buildIdPage<Row extends { _id: string }>(rows: Row[], limit: number) {
  const { page: data, last } = cutPage(rows, limit)
  return { data, nextCursor: last ? encodeIdCursor(last._id) : null }
}
