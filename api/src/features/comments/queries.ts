import { REPLIES_SHOWN } from '@dolph/contract/comments/comments'
import { PAGE_SIZE, PAGE_SIZE_MAX } from '@dolph/contract/paging'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/reader.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'
import { flatCommentJson, isHidden, isVisiblePost } from './comment-json.ts'

/** A comment whose JSON, the contract's `FlatComment`, PostgreSQL has built. */
export interface CommentJson {
  _id: string
  parent: string | null
  /** The id of the thread's top-level comment; of the comment itself if it is top-level. */
  thread: string
  authorId: string | null
  /** Whether a moderator hid it. A tombstone is not hidden. */
  isHidden: boolean
  json: string
}

export interface CommentListQuery {
  /** The post whose threads are listed, or the top-level comment whose replies are. */
  containerId: string
  /** The reader: the comments of a hidden post exist for its author only. */
  viewerId: string
  /** The last id of the previous page. */
  after: string
  count: number
}

/**
 * Reads at least `count` threads of a post if it has as many, each with one reply more than are shown, all comments
 * oldest first, so that a parent comes before its replies. Undefined when there is no such post.
 */
export async function selectThreads(reader: Reader, query: CommentListQuery) {
  return omitEmptyRow(await threadStatements[getPageSizeKey(query)].run(reader, query))
}

/** Reads at least `count` replies of a thread if it has as many, oldest first. Undefined when there is no such thread. */
export async function selectReplies(reader: Reader, query: CommentListQuery) {
  return omitEmptyRow(await replyStatements[getPageSizeKey(query)].run(reader, query))
}

type CommentListPosition = Omit<CommentListQuery, 'count'>
/** An empty list of an existing post or thread is one row of nulls, because of the left joins. */
type MaybeCommentJson = CommentJson | { [Key in keyof CommentJson]: null }

function omitEmptyRow(rows: MaybeCommentJson[]): CommentJson[] | undefined {
  return rows.length === 0 ? undefined : rows.filter((row) => row._id !== null)
}

function getPageSizeKey({ count }: CommentListQuery) {
  return count <= PAGE_SIZE + 1 ? 'usual' : 'largest'
}

const commentColumns = sql`comment.id as _id, comment.parent_id as parent,
  coalesce(comment.root_id, comment.id) as thread, comment.author_id as "authorId",
  ${isHidden} as "isHidden", ${flatCommentJson}::text as json`

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
      where posts.id = ${placeholder('containerId')} and ${isVisiblePost(placeholder('viewerId'))}
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
        and ${isVisiblePost(placeholder('viewerId'))}
      order by comment.id`),
  )
}
