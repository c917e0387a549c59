import type { CommentDraft, FlatComment } from '@dolph/contract/comments'
import type { Database } from '../../db/database.ts'
import { Refusal } from '../../errors.ts'
import { softDeleteComment, insertComment, selectInsertFailure, updateComment } from './queries.ts'

/** Adds a comment. Sent again with the same `tempId`, it answers with what is there since the first time. */
export async function createComment(
  db: Database,
  authorId: string,
  draft: CommentDraft,
): Promise<FlatComment> {
  const comment = { ...draft, authorId, tempId: draft.tempId ?? null }
  const added = await insertComment(db, comment)
  if (added) return added
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

/** What stays of a comment that somebody replied to, or null, and how many comments the post has now. */
export async function deleteComment(db: Database, authorId: string, id: string) {
  const left = await softDeleteComment(db, { id, authorId })
  if (!left) throw commentNotFound()
  return left
}

function commentNotFound(): Refusal {
  return new Refusal('not-found', 'Comment not found')
}
