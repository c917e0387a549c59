import type { CommentDraft, FlatComment } from '@dolph/contract/comments/comments'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import {
  isDeletedMemberError,
  isForeignKeyViolation,
} from '../../platform/db/deleted-member-error.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'
import { insertEventsFrom } from '../../platform/events/insert-event.ts'
import { flatCommentJson, isHidden, isVisiblePost } from './comment-json.ts'
import { insertMentions } from '../mentions/insert-mentions.ts'
import { COMMENT_MENTIONS } from '../mentions/mentioning-text.ts'
import { markHidden } from './withheld-comments.ts'

interface NewComment extends Omit<CommentDraft, 'tempId'> {
  authorId: string
  tempId: string | null
  tempDigest: Buffer | null
  /** Whom the text names. */
  mentionedIds: string[]
}

/**
 * Adds a comment and counts it. Undefined when nothing was inserted: the post or the parent comment does not exist, a block
 * stands between the author and that of one of them, or the author already has a comment with this `tempId`.
 */
export async function insertComment(db: Database, comment: NewComment) {
  try {
    const [row] = await insertCommentStatement.run(db, comment)
    return row?.comment
  } catch (error) {
    if (isForeignKeyViolation(error) && !isDeletedMemberError(error)) return undefined
    throw error
  }
}

interface CommentRow {
  comment: FlatComment
}

// The lock on the post's row keeps the parent comment from being deleted meanwhile: soft_delete_comments takes the same lock.
export const insertCommentStatement = prepareStatement<NewComment, CommentRow>(
  (placeholder) =>
    toCompilable(sql`
    with post as (
      select id, author_id from posts
      where id = ${placeholder('postId')} and ${isVisiblePost(placeholder('authorId'))} for no key update),
    comment as (
      insert into comments (post_id, parent_id, author_id, content, temp_id, temp_digest)
      select id, ${placeholder('parentId')}::uuid, ${placeholder('authorId')}::uuid, ${placeholder('content')},
        ${placeholder('tempId')}, ${placeholder('tempDigest')}::bytea
      from post
      -- Without this the trigger would raise an error, as it still does when the parent is deleted at this moment.
      where (${placeholder('parentId')}::uuid is null or exists (
        select from comments as parent
        where parent.id = ${placeholder('parentId')}::uuid and parent.post_id = post.id
          and parent.deleted_at is null and parent.hidden_at is null
          and lock_if_unblocked(${placeholder('authorId')}, parent.author_id)))
        and lock_if_unblocked(${placeholder('authorId')}, post.author_id)
      on conflict (author_id, temp_id) where temp_id is not null do nothing
      returning *),
    counter as (
      update post_stats set comment_count = comment_count + 1
      from comment where post_stats.post_id = comment.post_id),
    created_events as (${insertEventsFrom('comment.created', {
      // Nobody is notified of a top-level comment on the author's own post.
      from: sql`comment join post on post.id = comment.post_id
        and (comment.parent_id is not null or comment.author_id <> post.author_id)`,
      subjectId: sql`comment.id`,
      actorId: sql`comment.author_id`,
      // Below the deepest level, the row names another parent than the comment that was answered.
      data: { answeredIds: sql`array_remove(array[${placeholder('parentId')}::uuid], null)` },
    })}),
    ${insertMentions(COMMENT_MENTIONS, sql`comment`, sql`${placeholder('mentionedIds')}`)}
    select ${flatCommentJson} as comment from comment
    join members as author on author.id = comment.author_id`),
  { insertsEvents: true },
)

/**
 * Finds out why nothing was inserted: the author's earlier comment with the same `tempId`, and whether it was sent with
 * the same content, or a missing post.
 */
export async function selectInsertFailure(db: Database, comment: NewComment) {
  const [row] = await insertFailureStatement.run(db, comment)
  const earlier = row?.earlier ?? undefined
  return {
    earlier: earlier && row?.isHidden ? markHidden(earlier) : earlier,
    isSameContent: row?.isSameContent ?? true,
    hasPost: row?.hasPost ?? false,
    isBlocked: row?.isBlocked ?? false,
  }
}

const insertFailureStatement = prepareStatement<
  NewComment,
  {
    earlier: FlatComment | null
    isSameContent: boolean | null
    isHidden: boolean | null
    hasPost: boolean
    isBlocked: boolean | null
  }
>((placeholder) =>
  toCompilable(sql`
    select exists (
        select from posts where id = ${placeholder('postId')} and ${isVisiblePost(placeholder('authorId'))}) as "hasPost",
      earlier, "isSameContent", "isHidden", (
        select bool_or(is_blocked(${placeholder('authorId')}, author_id)) from (
          select author_id from posts where id = ${placeholder('postId')}
          union all
          select author_id from comments where id = ${placeholder('parentId')}::uuid) as addressed) as "isBlocked"
    from (select) as one
    left join lateral (
      select ${flatCommentJson} as earlier, ${isHidden} as "isHidden", temp_digest = ${placeholder('tempDigest')}::bytea as "isSameContent"
      from comments as comment
      join members as author on author.id = comment.author_id
      where author_id = ${placeholder('authorId')} and temp_id = ${placeholder('tempId')}) as sent on true`),
)

interface CommentEdit {
  id: string
  authorId: string
  content: string
  mentionedIds: string[]
}

/** Undefined unless the comment exists, belongs to the author, and no block stands between them and those whom it answers. */
export async function updateComment(
  db: Database,
  edit: CommentEdit,
): Promise<FlatComment | undefined> {
  return db.transaction().execute(async (tx) => {
    const [row] = await updateCommentStatement.runInTransaction(tx, edit)
    if (!row) return undefined
    await updateMentionsStatement.runInTransaction(tx, edit)
    return row.isHidden ? markHidden(row.comment) : row.comment
  })
}

const updateCommentStatement = prepareStatement<CommentEdit, CommentRow & { isHidden: boolean }>(
  (placeholder) =>
    toCompilable(sql`
    with comment as (
      update comments set content = ${placeholder('content')}, edited_at = now()
      where id = ${placeholder('id')} and author_id = ${placeholder('authorId')} and exists (
        select from posts where posts.id = comments.post_id and ${isVisiblePost(placeholder('authorId'))}
          and lock_if_unblocked(${placeholder('authorId')}, posts.author_id))
        and (parent_id is null or exists (
          select from comments as parent
          where parent.id = comments.parent_id and lock_if_unblocked(${placeholder('authorId')}, parent.author_id)))
      returning *)
    select ${flatCommentJson} as comment, ${isHidden} as "isHidden" from comment
    join members as author on author.id = comment.author_id`),
)

// After the update, which locks the comment: a statement of its own sees the mentions of an edit for which the update waited.
const updateMentionsStatement = prepareStatement<CommentEdit, never>(
  (placeholder) =>
    toCompilable(sql`
    with comment as (select * from comments where id = ${placeholder('id')}),
    removed as (
      delete from mentions using comment
      where mentions.comment_id = comment.id and mentions.member_id <> all (${placeholder('mentionedIds')}::uuid[])),
    ${insertMentions(COMMENT_MENTIONS, sql`comment`, sql`${placeholder('mentionedIds')}`)}
    select`),
  { insertsEvents: true },
)

/** Whether a block closes the member's own comment: one between them and the author of the post or of the parent comment. */
export async function isCommentBlocked(
  db: Database,
  comment: { id: string; authorId: string },
): Promise<boolean> {
  const [row] = await blockedCommentStatement.run(db, comment)
  return row?.isBlocked ?? false
}

const blockedCommentStatement = prepareStatement<
  { id: string; authorId: string },
  { isBlocked: boolean }
>((placeholder) =>
  toCompilable(sql`
    select is_blocked(comment.author_id, posts.author_id)
      or coalesce(is_blocked(comment.author_id, parent.author_id), false) as "isBlocked"
    from comments as comment
    join posts on posts.id = comment.post_id
    left join comments as parent on parent.id = comment.parent_id
    where comment.id = ${placeholder('id')} and comment.author_id = ${placeholder('authorId')}`),
)

/** The comments of a deleted post exist until the worker has deleted them. */
const isOfExistingPost = sql`exists (select from posts where posts.id = comments.post_id)`

interface CommentDeletion {
  id: string
  authorId: string
}

/** Deletes a comment; one with replies stays as a tombstone. Undefined unless it exists and belongs to the author. */
export async function softDeleteComment(db: Database, { id, authorId }: CommentDeletion) {
  const [deleted] = await softDeleteStatement.run(db, { id, authorId })
  if (!deleted) return undefined
  const { postId } = deleted
  const [result] = await deletionResultStatement.run(db, { id, postId })
  return { postId, tombstone: result?.tombstone ?? null, commentCount: result?.commentCount ?? 0 }
}

const softDeleteStatement = prepareStatement<CommentDeletion, { postId: string }>(
  (placeholder) =>
    toCompilable(sql`
    select soft_delete_comments(array(select id from comments where id = ${placeholder('id')} and ${isOfExistingPost}),
      ${placeholder('authorId')}) as "postId"`),
  { insertsEvents: true },
)

interface DeletionResult {
  tombstone: FlatComment | null
  commentCount: number
}

const deletionResultStatement = prepareStatement<{ id: string; postId: string }, DeletionResult>(
  (placeholder) =>
    toCompilable(sql`
    select comment_count as "commentCount",
      (select ${flatCommentJson} from comments as comment
      left join members as author on author.id = comment.author_id
      where comment.id = ${placeholder('id')}) as tombstone
    from post_stats where post_id = ${placeholder('postId')}`),
)
