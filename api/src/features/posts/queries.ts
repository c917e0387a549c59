import { PAGE_SIZE, PAGE_SIZE_MAX } from '@dolph/contract/paging'
import { LIKES_SHOWN_MAX, type Post, type PostType } from '@dolph/contract/posts'
import { sql } from 'kysely'
import type {
  Expression,
  ExpressionBuilder,
  RawBuilder,
  Selectable,
  SelectQueryBuilder,
} from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import { compiler, type Database, type Queryable } from '../../db/database.ts'
import { prepare } from '../../db/prepared.ts'
import type { Tables } from '../../db/tables.ts'

export interface FeedQuery {
  /** The last post of the page before. */
  before: string | null
  type: PostType | null
  viewerId: string | null
  count: number
}

/** A post as PostgreSQL wrote it: the JSON of the contract's `Post`. */
export interface WrittenPost {
  _id: string
  json: string
}

/** At least `count` posts if there are as many, newest first. Depth and size of the table cost nothing. */
export async function selectFeed(db: Database, query: FeedQuery): Promise<WrittenPost[]> {
  return feedStatement(query).run(db, query)
}

/** The statement behind one shape of the feed, planned once per connection. */
export function feedStatement(query: FeedQuery) {
  const size = query.count <= PAGE_SIZE + 1 ? PAGE_SIZE + 1 : PAGE_SIZE_MAX + 1
  const shape = `${SHAPES.filter((slot) => query[slot] !== null).join()} ${size}`
  const known = statements.get(shape)
  if (known) return known
  const statement = buildFeed(query, size)
  statements.set(shape, statement)
  return statement
}

const SHAPES = ['before', 'type', 'viewerId'] as const
const statements = new Map<string, ReturnType<typeof buildFeed>>()

// The page is cut before anything is joined, and its size is part of the text: told "about ten percent of
// all posts", as for a parameter, PostgreSQL would merge whole tables to find twenty rows.
function buildFeed(query: FeedQuery, size: number) {
  return prepare<FeedQuery, WrittenPost>((slot) => {
    const page = compiler
      .selectFrom('posts')
      .selectAll()
      .$if(query.before !== null, (posts) => posts.where('id', '<', slot('before')))
      .$if(query.type !== null, (posts) => posts.where('type', '=', slot('type')))
      .orderBy('id', 'desc')
      .limit(sql.lit(size))
    return selectPosts(compiler, page, query.viewerId && slot('viewerId')).orderBy(
      'posts.id',
      'desc',
    )
  })
}

type Page = SelectQueryBuilder<Tables, 'posts', Selectable<Tables['posts']>>

/**
 * The posts of `page` as `viewerId` sees them. Here, and only here, columns take the contract's names.
 * PostgreSQL writes the JSON: reading twenty rows into objects and writing them out again costs more than finding them.
 */
function selectPosts(db: Queryable, page: Page, viewerId: string | null) {
  return (
    db
      .selectFrom(page.as('posts'))
      .innerJoin('members', 'members.id', 'posts.author_id')
      // A post whose counters are missing is still a post.
      .leftJoin('post_stats', 'post_stats.post_id', 'posts.id')
      .select('posts.id as _id')
      .select((row) => {
        const post: RawBuilder<Post> = jsonBuildObject({
          _id: row.ref('posts.id'),
          title: row.ref('title'),
          type: row.ref('type'),
          body: row.ref('body'),
          github: row.ref('github'),
          demo: row.ref('demo'),
          projectUrl: row.ref('project_url'),
          user: jsonBuildObject({
            _id: row.ref('members.id'),
            userName: row.ref('members.username'),
          }),
          likes: newestLikers(row),
          likeCount: row.fn.coalesce('like_count', sql.lit(0)),
          commentCount: row.fn.coalesce('comment_count', sql.lit(0)),
          isLiked: likedBy(row, viewerId),
          createdAt: isoTime(row.ref('posts.created_at')),
        })
        return sql<string>`${post}::text`.as('json')
      })
  )
}

function isoTime(time: Expression<string>) {
  return sql<string>`to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24":"MI":"SS.MS"Z"')`
}

type PostRow = ExpressionBuilder<Tables & { posts: Selectable<Tables['posts']> }, 'posts'>

function newestLikers(post: PostRow) {
  const likers = post
    .selectFrom('post_likes')
    .select('member_id')
    .whereRef('post_id', '=', 'posts.id')
    .orderBy('liked_at', 'desc')
    .limit(sql.lit(LIKES_SHOWN_MAX))
  return sql<string[]>`array(${likers})`
}

function likedBy(post: PostRow, memberId: string | null) {
  if (memberId === null) return sql<boolean>`false`
  const like = post
    .selectFrom('post_likes')
    .whereRef('post_id', '=', 'posts.id')
    .where('member_id', '=', memberId)
  return sql<boolean>`exists(${like})`
}

/** Counts a post's likes and comments anew. False when there is no such post. */
export async function recountPost(db: Queryable, postId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('post_stats')
    .set((stats) => ({
      like_count: count(stats, 'post_likes'),
      comment_count: count(stats, 'comments'),
    }))
    .where('post_id', '=', postId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function count(stats: ExpressionBuilder<Tables, 'post_stats'>, table: 'post_likes' | 'comments') {
  return stats
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as('count'))
    .whereRef(`${table}.post_id`, '=', 'post_stats.post_id')
    .$asScalar()
    .$notNull()
}
