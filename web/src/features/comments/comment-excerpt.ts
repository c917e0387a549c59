import type { FlatComment } from '@dolph/contract/comments'
import { stripMarkdown } from '@dolph/contract/strip-markdown'

const EXCERPT_LENGTH = 80

/** The beginning of a comment without Markdown, to name it where its text is not in sight. */
export function getCommentExcerpt({ content }: FlatComment): string {
  const characters = [...stripMarkdown(content)]
  if (characters.length <= EXCERPT_LENGTH) return characters.join('')
  return `${characters.slice(0, EXCERPT_LENGTH).join('').trimEnd()}…`
}
