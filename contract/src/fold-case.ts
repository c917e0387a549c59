/**
 * The case-folded form in which a search compares text. The API matches with it and the web highlights with it,
 * so both agree on what a match is.
 */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
