import { REPLIES_SHOWN, type CommentDraft, type FlatComment } from '@dolph/contract/comments'
import { PAGE_SIZE, PAGE_SIZE_MAX } from '@dolph/contract/paging'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../db/database.ts'
import { isDeletedMemberError, isForeignKeyViolation } from '../../db/deleted-member-error.ts'
import { isoTime } from '../../db/iso-time.ts'
import { prepareStatement, toCompilable } from '../../db/prepared-statement.ts'
import { pictureUrlExpression } from '../../files/picture-url-expression.ts'

/** A comment whose JSON, the contract's `FlatComment`, PostgreSQL has built. */
export interface CommentJson {
  _id: string
  parent: string | null
  /** The id of the thread's top-level comment; of the comment itself if it is top-level. */
  thread: string
  json: string
}

export interface CommentListQuery {
  /** The post whose threads are listed, or the top-level comment whose replies are. */
  containerId: string
  /** The last id of the previous page. */
  after: string
  count: number
}

/** Sorts before every id: a list after it starts with the first comment. */
export const MIN_COMMENT_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Reads at least `count` threads of a post if it has as many, each with one reply more than are shown, all comments
 * oldest first, so that a parent comes before its replies. Undefined when there is no such post.
 */
export async function selectThreads(db: Database, query: CommentListQuery) {
  return omitEmptyRow(await threadStatements[getPageSizeKey(query)].run(db, query))
}

/** Reads at least `count` replies of a thread if it has as many, oldest first. Undefined when there is no such thread. */
export async function selectReplies(db: Database, query: CommentListQuery) {
  return omitEmptyRow(await replyStatements[getPageSizeKey(query)].run(db, query))
}

type CommentListPosition = Pick<CommentListQuery, 'containerId' | 'after'>
/** An empty list of an existing post or thread is one row of nulls, because of the left joins. */
type MaybeCommentJson = CommentJson | { [Key in keyof CommentJson]: null }

function omitEmptyRow(rows: MaybeCommentJson[]): CommentJson[] | undefined {
  return rows.length === 0 ? undefined : rows.filter((row) => row._id !== null)
}

function getPageSizeKey({ count }: CommentListQuery) {
  return count <= PAGE_SIZE + 1 ? 'usual' : 'largest'
}

/** The only place where columns get the contract's names. Expects the aliases `comment` (comments) and `author` (members). */
const flatCommentJson: RawBuilder<FlatComment> = sql`json_build_object(
  '_id', comment.id,
  'post', comment.post_id,
  'parent', comment.parent_id,
  'content', comment.content,
  'user', case when author.id is not null
    then json_build_object('_id', author.id, 'userName', author.username,
      'profilePicture', ${pictureUrlExpression('author')}) end,
  'isDeleted', comment.deleted_at is not null,
  'createdAt', ${isoTime(sql.ref('comment.created_at'))},
  'editedAt', ${isoTime(sql.ref('comment.edited_at'))})`

/** The comments of a deleted post exist until the worker has deleted them. */
const isOfExistingPost = sql`exists (select from posts where posts.id = comments.post_id)`

const commentColumns = sql`comment.id as _id, comment.parent_id as parent,
  coalesce(comment.root_id, comment.id) as thread, ${flatCommentJson}::text as json`

const threadStatements = {
  usual: prepareThreads(PAGE_SIZE + 1),
  largest: prepareThreads(PAGE_SIZE_MAX + 1),
}
const replyStatements = {
  usual: prepareReplies(PAGE_SIZE + 1),
  largest: prepareReplies(PAGE_SIZE_MAX + 1),
}

// `root_id` is null in all these rows and still in the ORDER BY: it matches the index, so PostgreSQL does not sort.
export function prepareThreads(count: number) {
  return prepareStatement<CommentListPosition, MaybeCommentJson>((placeholder) =>
    toCompilable(sql`
      select ${commentColumns} from posts
      left join lateral (
        select * from comments
        where post_id = posts.id and root_id is null and id > ${placeholder('after')}
        order by root_id, id limit ${sql.lit(count)}) as root on true
      left join lateral (
        select root.*
        union all
        (select * from comments where post_id = root.post_id and root_id = root.id
        order by id limit ${sql.lit(REPLIES_SHOWN + 1)})) as comment on true
      left join members as author on author.id = comment.author_id
      where posts.id = ${placeholder('containerId')}
      order by comment.id`),
  )
}

export function prepareReplies(count: number) {
  return prepareStatement<CommentListPosition, MaybeCommentJson>((placeholder) =>
    toCompilable(sql`
      select ${commentColumns} from comments as root
      join posts on posts.id = root.post_id
      left join lateral (
        select * from comments
        where post_id = root.post_id and root_id = root.id and id > ${placeholder('after')}
        order by id limit ${sql.lit(count)}) as comment on true
      left join members as author on author.id = comment.author_id
      where root.id = ${placeholder('containerId')} and root.root_id is null
      order by comment.id`),
  )
}

interface NewComment extends Omit<CommentDraft, 'tempId'> {
  authorId: string
  tempId: string | null
  tempDigest: Buffer | null
}

/**
 * Adds a comment and counts it. Undefined when nothing was inserted: the post or the parent comment does not exist, or
 * the author already has a comment with this `tempId`.
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
export const insertCommentStatement = prepareStatement<NewComment, CommentRow>((placeholder) =>
  toCompilable(sql`
    with post as (
      select id from posts where id = ${placeholder('postId')} for no key update),
    comment as (
      insert into comments (post_id, parent_id, author_id, content, temp_id, temp_digest)
      select id, ${placeholder('parentId')}::uuid, ${placeholder('authorId')}::uuid, ${placeholder('content')},
        ${placeholder('tempId')}, ${placeholder('tempDigest')}::bytea
      from post
      -- Without this the trigger would raise an error, as it still does when the parent is deleted at this moment.
      where ${placeholder('parentId')}::uuid is null or exists (
        select from comments as parent
        where parent.id = ${placeholder('parentId')}::uuid and parent.post_id = post.id and parent.deleted_at is null)
      on conflict (author_id, temp_id) where temp_id is not null do nothing
      returning *),
    counter as (
      update post_stats set comment_count = comment_count + 1
      from comment where post_stats.post_id = comment.post_id)
    select ${flatCommentJson} as comment from comment
    join members as author on author.id = comment.author_id`),
)

/**
 * Finds out why nothing was inserted: the author's earlier comment with the same `tempId`, and whether it was sent with
 * the same content, or a missing post.
 */
export async function selectInsertFailure(db: Database, comment: NewComment) {
  const [row] = await insertFailureStatement.run(db, comment)
  return {
    earlier: row?.earlier ?? undefined,
    isSameContent: row?.isSameContent ?? true,
    hasPost: row?.hasPost ?? false,
  }
}

const insertFailureStatement = prepareStatement<
  NewComment,
  { earlier: FlatComment | null; isSameContent: boolean | null; hasPost: boolean }
>((placeholder) =>
  toCompilable(sql`
    select exists (select from posts where id = ${placeholder('postId')}) as "hasPost", earlier, "isSameContent"
    from (select) as one
    left join lateral (
      select ${flatCommentJson} as earlier, temp_digest = ${placeholder('tempDigest')}::bytea as "isSameContent"
      from comments as comment
      join members as author on author.id = comment.author_id
      where author_id = ${placeholder('authorId')} and temp_id = ${placeholder('tempId')}) as sent on true`),
)

interface CommentEdit {
  id: string
  authorId: string
  content: string
}

/** Undefined unless the comment exists and belongs to the author. */
export async function updateComment(
  db: Database,
  edit: CommentEdit,
): Promise<FlatComment | undefined> {
  const [row] = await updateCommentStatement.run(db, edit)
  return row?.comment
}

const updateCommentStatement = prepareStatement<CommentEdit, CommentRow>((placeholder) =>
  toCompilable(sql`
    with comment as (
      update comments set content = ${placeholder('content')}, edited_at = now()
      where id = ${placeholder('id')} and author_id = ${placeholder('authorId')} and ${isOfExistingPost}
      returning *)
    select ${flatCommentJson} as comment from comment
    join members as author on author.id = comment.author_id`),
)

interface CommentDeletion {
  id: string
  authorId: string
}

/** Deletes a comment; one with replies stays as a tombstone. Undefined unless it exists and belongs to the author. */
export async function softDeleteComment(db: Database, { id, authorId }: CommentDeletion) {
  const [deleted] = await softDeleteStatement.run(db, { id, authorId })
  if (!deleted) return undefined
  const [result] = await deletionResultStatement.run(db, { id, postId: deleted.postId })
  return { tombstone: result?.tombstone ?? null, commentCount: result?.commentCount ?? 0 }
}

const softDeleteStatement = prepareStatement<CommentDeletion, { postId: string }>((placeholder) =>
  toCompilable(sql`
    select soft_delete_comments(array(select id from comments where id = ${placeholder('id')} and ${isOfExistingPost}),
      ${placeholder('authorId')}) as "postId"`),
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
