import { stripBeginning } from '@dolph/contract/strip-markdown'

const EXCERPT_LENGTH = 140

/** The beginning of a text without its Markdown. */
export function buildExcerpt(markdown: string): string {
  const text = stripBeginning(markdown)
  const characters = [...text]
  if (characters.length <= EXCERPT_LENGTH) return text
  return `${characters
    .slice(0, EXCERPT_LENGTH - 1)
    .join('')
    .trimEnd()}…`
}
