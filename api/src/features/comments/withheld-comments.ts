import type { FlatComment } from '@dolph/contract/comments'
import type { CommentJson } from './queries.ts'

/** Who reads comments, and those whom they blocked or muted. */
export interface CommentViewer {
  id: string
  hiddenMembers: ReadonlySet<string>
}

/**
 * The JSON of a comment as the viewer gets it: without text and author if a moderator hid it, except for its author; without
 * text if the viewer blocked or muted the author, so that it keeps its place in the thread.
 */
export function buildCommentJson(comment: CommentJson, viewer: CommentViewer): string {
  const { json, authorId, isHidden } = comment
  if (isHidden) {
    return authorId === viewer.id
      ? JSON.stringify(markHidden(JSON.parse(json)))
      : JSON.stringify({ ...JSON.parse(json), ...NO_TEXT, user: null, hidden: 'by-moderator' })
  }
  return authorId !== null && viewer.hiddenMembers.has(authorId)
    ? JSON.stringify({ ...JSON.parse(json), ...NO_TEXT, hidden: 'by-viewer' })
    : json
}

const NO_TEXT = { content: '', mentions: [] }

/** A comment that a moderator hid, as its author gets it: with the text. */
export function markHidden(comment: FlatComment): FlatComment {
  return { ...comment, hidden: 'by-moderator' }
}
