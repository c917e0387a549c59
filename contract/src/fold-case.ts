/**
 * Text as a search compares it: without case. The API stores and matches this form, and the web marks
 * matches with it, so both agree on what a match is.
 */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
