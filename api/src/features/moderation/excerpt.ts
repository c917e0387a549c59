import { stripMarkdown } from '@dolph/contract/strip-markdown'

const EXCERPT_LENGTH = 140
/** Enough for the excerpt: texts are up to 50,000 characters long. */
const STRIPPED_LENGTH = 2_000

/** The beginning of a text without its Markdown. */
export function buildExcerpt(markdown: string): string {
  const text = stripMarkdown(markdown.slice(0, STRIPPED_LENGTH).toWellFormed())
  const characters = [...text]
  if (characters.length <= EXCERPT_LENGTH) return text
  return `${characters
    .slice(0, EXCERPT_LENGTH - 1)
    .join('')
    .trimEnd()}…`
}
