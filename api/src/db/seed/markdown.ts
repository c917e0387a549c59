/** Joins sentences to one paragraph; empty ones are left out. */
export function sentences(...texts: string[]): string {
  return texts.filter((text) => text !== '').join(' ')
}

/** Joins paragraphs; empty ones are left out. */
export function paragraphs(...texts: string[]): string {
  return texts.filter((text) => text !== '').join('\n\n')
}

export function bulletList(items: string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}
