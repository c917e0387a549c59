import { REPLIES_SHOWN, type CommentDraft, type FlatComment } from '@dolph/contract/comments'
import { PAGE_SIZE, PAGE_SIZE_MAX } from '@dolph/contract/paging'
import { sql, type RawBuilder } from 'kysely'
import pg from 'pg'
import type { Database } from '../../db/database.ts'
import { isoTime } from '../../db/iso-time.ts'
import { prepareStatement, toCompilable } from '../../db/prepared-statement.ts'
import { pictureUrlExpression } from '../../files/picture-url-expression.ts'

/** A comment as PostgreSQL wrote it: the JSON of the contract's `FlatComment`. */
export interface CommentJson {
  _id: string
  parent: string | null
  /** The top-level comment that it belongs to, itself if it is one. */
  thread: string
  json: string
}

export interface CommentListQuery {
  /** The post whose threads, or the top-level comment whose replies are listed. */
  of: string
  /** The last one of the page before. */
  after: string
  count: number
}

/** Below every id: a list that starts after it starts at its beginning. */
export const MIN_COMMENT_ID = '00000000-0000-0000-0000-000000000000'

/**
 * At least `count` threads of a post if there are as many, each with one reply more than are shown; in the order of
 * time, so that whatever a reply answers comes before it. Undefined when there is no such post.
 */
export async function selectThreads(db: Database, query: CommentListQuery) {
  return omitEmptyRow(await threadStatements[getPageSizeKey(query)].run(db, query))
}

/** At least `count` replies of a thread if there are as many, oldest first. Undefined when there is no such thread. */
export async function selectReplies(db: Database, query: CommentListQuery) {
  return omitEmptyRow(await replyStatements[getPageSizeKey(query)].run(db, query))
}

type CommentListPosition = Pick<CommentListQuery, 'of' | 'after'>
/** What a list is of comes alone, with nulls beside it, when the list is empty. */
type MaybeCommentJson = CommentJson | { [Key in keyof CommentJson]: null }

function omitEmptyRow(rows: MaybeCommentJson[]): CommentJson[] | undefined {
  return rows.length === 0 ? undefined : rows.filter((row) => row._id !== null)
}

function getPageSizeKey({ count }: CommentListQuery) {
  return count <= PAGE_SIZE + 1 ? 'usual' : 'largest'
}

/** Here, and only here, columns take the contract's names: `comment` is a row of comments, `author` of members. */
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

// Ordered by `root_id`, which is null in all of them, because the index is: so PostgreSQL reads it and sorts nothing.
export function prepareThreads(count: number) {
  return prepareStatement<CommentListPosition, MaybeCommentJson>((slot) =>
    toCompilable(sql`
      select ${commentColumns} from posts
      left join lateral (
        select * from comments
        where post_id = posts.id and root_id is null and id > ${slot('after')}
        order by root_id, id limit ${sql.lit(count)}) as root on true
      left join lateral (
        select root.*
        union all
        (select * from comments where post_id = root.post_id and root_id = root.id
        order by id limit ${sql.lit(REPLIES_SHOWN + 1)})) as comment on true
      left join members as author on author.id = comment.author_id
      where posts.id = ${slot('of')}
      order by comment.id`),
  )
}

export function prepareReplies(count: number) {
  return prepareStatement<CommentListPosition, MaybeCommentJson>((slot) =>
    toCompilable(sql`
      select ${commentColumns} from comments as root
      left join lateral (
        select * from comments
        where post_id = root.post_id and root_id = root.id and id > ${slot('after')}
        order by id limit ${sql.lit(count)}) as comment on true
      left join members as author on author.id = comment.author_id
      where root.id = ${slot('of')} and root.root_id is null
      order by comment.id`),
  )
}

interface NewComment extends Omit<CommentDraft, 'tempId'> {
  authorId: string
  tempId: string | null
}

/**
 * Adds a comment and counts it. Undefined when nothing was added: the post or what it answers is not there, or it is
 * there already.
 */
export async function insertComment(db: Database, comment: NewComment) {
  try {
    const [row] = await insertCommentStatement.run(db, comment)
    return row?.comment
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === FOREIGN_KEY_VIOLATION) return undefined
    throw error
  }
}

const FOREIGN_KEY_VIOLATION = '23503'

interface CommentRow {
  comment: FlatComment
}

// Held, the row of the post keeps what is answered from being deleted meanwhile, see bury_comments.
export const insertCommentStatement = prepareStatement<NewComment, CommentRow>((slot) =>
  toCompilable(sql`
    with post as (
      select id from posts where id = ${slot('postId')} for no key update),
    comment as (
      insert into comments (post_id, parent_id, author_id, content, temp_id)
      select id, ${slot('parentId')}::uuid, ${slot('authorId')}::uuid, ${slot('content')}, ${slot('tempId')}
      from post
      on conflict (author_id, temp_id) where temp_id is not null do nothing
      returning *),
    counted as (
      update post_stats set comment_count = comment_count + 1
      from comment where post_stats.post_id = comment.post_id)
    select ${flatCommentJson} as comment from comment
    join members as author on author.id = comment.author_id`),
)

/** Why a comment was not added: what the author said before under the same `tempId`, or a post that is not there. */
export async function selectInsertFailure(db: Database, comment: NewComment) {
  const [row] = await insertFailureStatement.run(db, comment)
  return { earlier: row?.earlier ?? undefined, hasPost: row?.hasPost ?? false }
}

const insertFailureStatement = prepareStatement<
  NewComment,
  { earlier: FlatComment | null; hasPost: boolean }
>((slot) =>
  toCompilable(sql`
    select exists (select from posts where id = ${slot('postId')}) as "hasPost",
      (select ${flatCommentJson} from comments as comment
      join members as author on author.id = comment.author_id
      where author_id = ${slot('authorId')} and temp_id = ${slot('tempId')}) as earlier`),
)

interface CommentEdit {
  id: string
  authorId: string
  content: string
}

/** Undefined unless it is there and the author's. */
export async function updateComment(
  db: Database,
  edit: CommentEdit,
): Promise<FlatComment | undefined> {
  const [row] = await updateCommentStatement.run(db, edit)
  return row?.comment
}

const updateCommentStatement = prepareStatement<CommentEdit, CommentRow>((slot) =>
  toCompilable(sql`
    with comment as (
      update comments set content = ${slot('content')}, edited_at = now()
      where id = ${slot('id')} and author_id = ${slot('authorId')}
      returning *)
    select ${flatCommentJson} as comment from comment
    join members as author on author.id = comment.author_id`),
)

interface CommentDeletion {
  id: string
  authorId: string
}

/** Takes a comment back; undefined unless it is there and the author's. */
export async function softDeleteComment(db: Database, burial: CommentDeletion) {
  const [buried] = await softDeleteStatement.run(db, burial)
  if (!buried) return undefined
  const [left] = await deletionResultStatement.run(db, { id: burial.id, postId: buried.postId })
  return { stone: left?.stone ?? null, commentCount: left?.commentCount ?? 0 }
}

const softDeleteStatement = prepareStatement<CommentDeletion, { postId: string }>((slot) =>
  toCompilable(
    sql`select bury_comments(array[${slot('id')}::uuid], ${slot('authorId')}) as "postId"`,
  ),
)

interface DeletionResult {
  stone: FlatComment | null
  commentCount: number
}

const deletionResultStatement = prepareStatement<{ id: string; postId: string }, DeletionResult>(
  (slot) =>
    toCompilable(sql`
    select comment_count as "commentCount",
      (select ${flatCommentJson} from comments as comment
      left join members as author on author.id = comment.author_id
      where comment.id = ${slot('id')}) as stone
    from post_stats where post_id = ${slot('postId')}`),
)
