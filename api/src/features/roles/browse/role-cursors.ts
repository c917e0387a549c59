import { createCursorRefusal } from '../../../platform/http/id-cursor.ts'
import { decodeTimeCursor, encodeTimeCursor } from '../../../platform/http/time-cursor.ts'
import type { RankedRole } from './fit-window-query.ts'
import type { RolePageQuery } from './role-page-query.ts'

type Position = Pick<RolePageQuery, 'beforeOn' | 'beforeId'>

/** A place in the list by fit: the entry before the window, and the last role of the page; null before the first of the window. */
export interface FitPosition {
  window: Position
  after: RankedRole | null
}

/** The characters of one entry as text. */
const ENTRY_LENGTH = 30
const RANK_LENGTH = 3

/** Is longer than the cursor of the list by time, which goes on where no role fits any more. */
export function isFitCursor(cursor: string): boolean {
  return cursor.length >= ENTRY_LENGTH + RANK_LENGTH
}

export function encodeEntryCursor({ beforeOn, beforeId }: Position): string {
  return encodeTimeCursor({ at: `${beforeOn}T00:00:00.000Z`, id: beforeId })
}

export function decodeEntryCursor(cursor: string): Position {
  const { at, id } = decodeTimeCursor(cursor)
  return { beforeOn: at.slice(0, '9999-12-31'.length), beforeId: id }
}

export function encodeFitCursor({ window, after }: FitPosition): string {
  const rank = String(after?.rank ?? 0).padStart(RANK_LENGTH, '0')
  const last = after && encodeEntryCursor({ beforeOn: after.confirmedOn, beforeId: after._id })
  return `${encodeEntryCursor(window)}${rank}${last ?? ''}`
}

export function decodeFitCursor(cursor: string): FitPosition {
  const window = decodeEntryCursor(cursor.slice(0, ENTRY_LENGTH))
  const rank = Number(cursor.slice(ENTRY_LENGTH, ENTRY_LENGTH + RANK_LENGTH))
  const last = cursor.slice(ENTRY_LENGTH + RANK_LENGTH)
  if (!Number.isInteger(rank)) throw createCursorRefusal()
  if (last === '') return { window, after: null }
  const { beforeOn, beforeId } = decodeEntryCursor(last)
  return { window, after: { _id: beforeId, confirmedOn: beforeOn, rank } }
}
