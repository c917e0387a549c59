import type { CommentDraft, FlatComment } from '@dolph/contract/comments'
import type { Database } from '../../db/database.ts'
import { Refusal } from '../../errors.ts'
import { softDeleteComment, insertComment, selectInsertFailure, updateComment } from './queries.ts'

/** Adds a comment. A repeated call with the same `tempId` returns the comment that the first call added. */
export async function createComment(
  db: Database,
  authorId: string,
  draft: CommentDraft,
): Promise<FlatComment> {
  const comment = { ...draft, authorId, tempId: draft.tempId ?? null }
  const inserted = await insertComment(db, comment)
  if (inserted) return inserted
  const { earlier, hasPost } = await selectInsertFailure(db, comment)
  if (earlier) return earlier
  throw hasPost ? commentNotFound() : new Refusal('not-found', 'Post not found')
}

export async function editComment(
  db: Database,
  authorId: string,
  id: string,
  content: string,
): Promise<FlatComment> {
  const edited = await updateComment(db, { id, authorId, content })
  if (!edited) throw commentNotFound()
  return edited
}

/** Returns the tombstone of a comment with replies, or null without any, and the post's new comment count. */
export async function deleteComment(db: Database, authorId: string, id: string) {
  const deletion = await softDeleteComment(db, { id, authorId })
  if (!deletion) throw commentNotFound()
  return deletion
}

function commentNotFound(): Refusal {
  return new Refusal('not-found', 'Comment not found')
}
