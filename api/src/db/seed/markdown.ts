/** Sentences that belong together; empty ones are left out. */
export function line(...sentences: string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ')
}

/** Paragraphs; empty ones are left out. */
export function text(...paragraphs: string[]): string {
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')
}

export function bullets(items: string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}
