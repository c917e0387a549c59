import { z } from 'zod/mini'

/**
 * A state of the database: the number of its cluster, 0 as long as there is one, and a place in what that has written. A call that
 * carries it is answered from that state or a later one. The reply of a changing call and some events of the socket have it.
 */
export const Position = z.string().check(z.regex(/^\d{1,4}\.\d{1,16}$/))
export type Position = z.infer<typeof Position>

export const POSITION_HEADER = 'dolph-position'

export function formatPosition(place: number): Position {
  return `0.${place}`
}

/** The place of a position of the first cluster; 0 for any other text, which then asks for nothing. */
export function parsePosition(text: string | undefined): number {
  return text !== undefined && /^0\.\d{1,16}$/.test(text) ? Number(text.slice(2)) : 0
}

/** The later of two positions, of which either may be unknown. */
export function pickLaterPosition(
  one: Position | undefined,
  other: Position | undefined,
): Position | undefined {
  return parsePosition(other) > parsePosition(one) ? other : one
}
