import { BODY_MAX } from '@dolph/contract/posts'

/** Whatever may be saved is rendered, even if each character takes two units. Time grows with the square of it. */
const LENGTH_MAX = 2 * BODY_MAX

/** Markers of quotes and lists at the start of a line: each is a level, and levels are what costs most. */
const NESTED_TOO_DEEP = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){25}/m

/** Levels of elements that are shown as such; what lies deeper is shown as text. */
export const DEPTH_MAX = 40

/** A table of one marker per row and column would fill up to the product of both. */
export const TABLE_CELLS_MAX = 2000

/** False for what would keep the browser busy for seconds; people do not write such texts. */
export function isRenderable(text: string): boolean {
  return text.length <= LENGTH_MAX && !NESTED_TOO_DEEP.test(text)
}
