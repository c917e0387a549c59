import type { FlatComment } from '@dolph/contract/comments/comments'
import { stripBeginning } from '@dolph/contract/strip-markdown'
import { truncateText } from '@dolph/contract/truncate-text'

const EXCERPT_LENGTH = 80

/** The beginning of a comment without Markdown, to name it where its text is not in sight. */
export function getCommentExcerpt({ content }: FlatComment): string {
  return truncateText(stripBeginning(content), EXCERPT_LENGTH)
}
