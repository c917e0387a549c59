/** The accents of Latin and Greek letters. In other scripts such marks make other letters: й is not и. */
const ACCENTS = /(?<=[\p{sc=Latin}\p{sc=Greek}])[\u0300-\u036f]+/gu
const SPACES = /\s+/gu

/** Lower case writes the sigma at the end of a Greek word in another way, but the end may be the middle of a longer word. */
const FINAL_SIGMA = /ς/gu

/**
 * The form in which a search compares text: without case and accents, and with one space for any number of spaces and line breaks. The
 * API matches with it and the web highlights with it, so both agree on what a match is.
 */
export function foldSearchText(text: string): string {
  const decomposed = text.toLowerCase().normalize('NFD')
  const plain = decomposed.replaceAll(ACCENTS, '').replaceAll(FINAL_SIGMA, 'σ')
  return plain.normalize('NFC').replaceAll(SPACES, ' ')
}
