import type { FlatComment } from '@dolph/contract/comments/comments'
import type { CommentJson } from './queries.ts'

/** The reader of comments, and the members whom they ignore. */
export interface CommentViewer {
  id: string
  ignoredMembers: ReadonlySet<string>
}

/**
 * The JSON of a comment as the viewer gets it: without text and author if a moderator hid it, except for its author; without
 * text if the viewer ignores the author, so that it keeps its place in the thread.
 */
export function buildCommentJson(comment: CommentJson, viewer: CommentViewer): string {
  const { json, authorId, isHidden } = comment
  if (isHidden) {
    return authorId === viewer.id
      ? JSON.stringify(markHidden(JSON.parse(json)))
      : JSON.stringify({ ...JSON.parse(json), ...NO_TEXT, user: null, withheld: 'hidden' })
  }
  return authorId !== null && viewer.ignoredMembers.has(authorId)
    ? JSON.stringify({ ...JSON.parse(json), ...NO_TEXT, withheld: 'ignored' })
    : json
}

const NO_TEXT = { content: '', mentions: [] }

/** A comment that a moderator hid, as its author gets it: with the text. */
export function markHidden(comment: FlatComment): FlatComment {
  return { ...comment, withheld: 'hidden' }
}
