import type { CommentDraft, FlatComment } from '@dolph/contract/comments/comments'
import type { Database } from '../../platform/db/database.ts'
import { getTempDigest } from '../../platform/db/temp-digest.ts'
import { Refusal } from '../../platform/errors.ts'
import { CANNOT_COMMENT } from '@dolph/contract/safety/safety'
import { selectMentionedPeople } from '../mentions/mentioned-people.ts'
import {
  isCommentBlocked,
  softDeleteComment,
  insertComment,
  selectInsertFailure,
  updateComment,
} from './mutations.ts'

const COMMENT_ALREADY_SENT = 'This comment was already sent with another text.'

/**
 * Adds a comment. The same draft under the same `tempId` returns the comment that the first call added; another draft
 * under the same `tempId` is a conflict.
 */
export async function createComment(
  db: Database,
  authorId: string,
  draft: CommentDraft,
): Promise<FlatComment> {
  const { postId, content, tempId = null } = draft
  const parentId = draft.parentId || null
  const tempDigest = getTempDigest(tempId, [postId, parentId, content])
  const mentions = await selectMentionedPeople(db, authorId, content)
  const mentionedIds = mentions.map(({ _id }) => _id)
  const comment = { postId, parentId, content, authorId, tempId, tempDigest, mentionedIds }
  const inserted = await insertComment(db, comment)
  if (inserted) return { ...inserted, mentions }
  const { earlier, isSameContent, hasPost, isBlocked } = await selectInsertFailure(db, comment)
  if (earlier && !isSameContent) throw new Refusal('conflict', COMMENT_ALREADY_SENT)
  if (!hasPost) throw new Refusal('not-found', 'Post not found')
  if (earlier) return earlier
  if (isBlocked) throw new Refusal('forbidden', CANNOT_COMMENT)
  throw commentNotFound()
}

export async function editComment(
  db: Database,
  authorId: string,
  id: string,
  content: string,
): Promise<FlatComment> {
  const mentions = await selectMentionedPeople(db, authorId, content)
  const mentionedIds = mentions.map(({ _id }) => _id)
  const edited = await updateComment(db, { id, authorId, content, mentionedIds })
  if (edited) return { ...edited, mentions }
  const isBlocked = await isCommentBlocked(db, { id, authorId })
  throw isBlocked ? new Refusal('forbidden', CANNOT_COMMENT) : commentNotFound()
}

/** Returns the post, the tombstone of a comment with replies, or null without any, and the post's new comment count. */
export async function deleteComment(db: Database, authorId: string, id: string) {
  const deletion = await softDeleteComment(db, { id, authorId })
  if (!deletion) throw commentNotFound()
  return deletion
}

function commentNotFound(): Refusal {
  return new Refusal('not-found', 'Comment not found')
}
