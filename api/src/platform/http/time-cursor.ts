import { createCursorRefusal, formatId } from './id-cursor.ts'

const TIME_BYTES = 6
const ID_BYTES = 16
const MAX_TIME = Date.parse('9999-12-31T00:00:00.000Z')

/** A place in a list that is ordered by time, then id. */
export interface TimePosition {
  at: string
  id: string
}

/** Holds the time too, so that the next page is right even if the last row of this one is gone. */
export function encodeTimeCursor({ at, id }: TimePosition): string {
  const cursor = Buffer.alloc(TIME_BYTES + ID_BYTES)
  cursor.writeUIntBE(Date.parse(at), 0, TIME_BYTES)
  cursor.write(id.replaceAll('-', ''), TIME_BYTES, 'hex')
  return cursor.toString('base64url')
}

export function decodeTimeCursor(cursor: string): TimePosition {
  const bytes = Buffer.from(cursor, 'base64url')
  const time = bytes.length === TIME_BYTES + ID_BYTES ? bytes.readUIntBE(0, TIME_BYTES) : NaN
  if (!(time <= MAX_TIME)) throw createCursorRefusal()
  return { at: new Date(time).toISOString(), id: formatId(bytes.toString('hex', TIME_BYTES)) }
}
