import { BODY_MAX } from '@dolph/contract/posts/posts'

/** Any text that can be saved is rendered, even with two code units per character. */
const LENGTH_MAX = 2 * BODY_MAX

/** The parser reads all earlier lines again for each line that continues a quote without its marker, and for each underlined heading. */
const LINES_MAX = 600

/** Markers of quotes and lists at the start of a line: each is a nesting level, and nesting costs the most. */
const NESTED_TOO_DEEP = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){25}/m

/** Elements nested deeper than this are shown as text. */
export const DEPTH_MAX = 40

/** Limits rows × columns: a short text with many of both would create a huge table. */
export const TABLE_CELLS_MAX = 2000

/** False for a text that would block the browser for tenths of a second; only an attacker writes such texts. */
export function isRenderable(text: string): boolean {
  return text.length <= LENGTH_MAX && countLines(text) <= LINES_MAX && !NESTED_TOO_DEEP.test(text)
}

function countLines(text: string): number {
  return text.split(/\r\n?|\n/).length
}
