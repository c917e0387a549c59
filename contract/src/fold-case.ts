/** The form in which names and messages are compared: without case. A search for posts compares more loosely, see `foldSearchText`. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
