import { COVER_SIZES, type Cover } from '@dolph/contract/posts/post-pictures'
import { LIKES_SHOWN_MAX, type Follow, type Post } from '@dolph/contract/posts/posts'
import type { ProjectGlance } from '@dolph/contract/projects/projects'
import { sql } from 'kysely'
import type { AliasedExpression, ExpressionBuilder, RawBuilder, Selectable } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Queryable } from '../../platform/db/database.ts'
import { isoTime } from '../../platform/db/iso-time.ts'
import { appendPresentFields, buildJson, joinObjects } from '../../platform/db/json-text.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { personJson } from '../pictures/person-json.ts'
import { repositoryJson } from '../projects/repository-json.ts'
import type { PostSortKey } from './feed/feed-query.ts'

/** How much of an author's first line the card beside a post has room for. */
const AUTHOR_BIO_MAX = 160
const COVER_FILE = `/${COVER_SIZES.page.width}x${COVER_SIZES.page.height}.webp`

/** A post as JSON built by PostgreSQL, in the form of the contract's `Post`. */
export interface PostJson extends PostSortKey {
  authorId: string
  json: string
}

/** Rows of posts; `likes` is set if they are sorted by likes. */
export type PostPageSubquery = AliasedExpression<PostPageRow, 'posts'>
export type PostPageRow = Selectable<Tables['posts']> & { likes: number | null }

/**
 * Selects the posts of `page` as `viewerId` sees them, and maps columns to the contract's names, which only this file does. Without
 * a viewer they lack what `addViewerState` adds.
 * PostgreSQL builds the JSON: parsing twenty rows into objects and serializing them again costs more than finding them.
 */
export function selectPostsJson(db: Queryable, page: PostPageSubquery, viewerId: string | null) {
  return selectPosts(db, page).select((row) =>
    sql<string>`${buildPost(row, viewerId)}::text`.as('json'),
  )
}

/** The same for a page that can have hidden posts, which are posts of the viewer: they have `hiddenAt`. */
export function selectOwnPostsJson(db: Queryable, page: PostPageSubquery, viewerId: string | null) {
  return selectPosts(db, page).select((row) => withHiddenAt(buildPost(row, viewerId)).as('json'))
}

/** The same for a post alone, with its repository and a line about its author. A list would read them for nothing: cards do not show them. */
export function selectSinglePostJson(
  db: Queryable,
  page: PostPageSubquery,
  viewerId: string | null,
) {
  const more = { repository: repositoryJson, authorBio }
  return selectPosts(db, page).select((row) =>
    withHiddenAt(buildPost(row, viewerId, more)).as('json'),
  )
}

const authorBio = sql<string>`coalesce((
  select left(regexp_replace(btrim(bio, E' \\n\\r\\t'), '\\s*[\\n\\r].*$', ''), ${sql.lit(AUTHOR_BIO_MAX)})
  from profiles where profiles.member_id = posts.author_id), '')`

function withHiddenAt(post: ReturnType<typeof buildPost>): RawBuilder<string> {
  return appendPresentFields(post, { hiddenAt: isoTime(sql.ref('posts.hidden_at')) })
}

function selectPosts(db: Queryable, page: PostPageSubquery) {
  return (
    db
      .selectFrom(page)
      .innerJoin('members', 'members.id', 'posts.author_id')
      // A left join, so that a post whose counters are missing is still listed.
      .leftJoin('post_stats', 'post_stats.post_id', 'posts.id')
      .leftJoin('projects', 'projects.post_id', 'posts.id')
      .select(['posts.id as _id', 'posts.likes', 'posts.author_id as authorId'])
  )
}

/** The contract's `Post`; what `addViewerState` adds is there for a viewer only. */
function buildPost(
  row: PostRow,
  viewerId: string | null,
  more: { repository?: RawBuilder<Post['repository']>; authorBio?: RawBuilder<string> } = {},
): RawBuilder<Omit<Post, 'isLiked'> & { isLiked?: boolean }> {
  return jsonBuildObject({
    _id: row.ref('posts.id'),
    title: row.ref('title'),
    type: row.ref('type'),
    body: row.ref('body'),
    github: row.ref('github'),
    demo: row.ref('demo'),
    projectUrl: row.ref('project_url'),
    user: personJson('members'),
    likes: selectNewestLikers(row),
    likeCount: row.fn.coalesce('like_count', sql.lit(0)),
    commentCount: row.fn.coalesce('comment_count', sql.lit(0)),
    createdAt: isoTime(row.ref('posts.created_at')),
    project: projectGlance,
    cover: coverJson,
    ...(viewerId !== null && {
      isLiked: isLikedBy(row, viewerId),
      follow: selectFollow(row, viewerId),
    }),
    ...more,
  })
}

/** Null for a post without details of a project. */
const projectGlance = sql<ProjectGlance | null>`case when projects.post_id is not null then
  json_build_object('state', projects.state, 'openRoles', projects.open_roles, 'skills', projects.open_skills,
    'teamSize', projects.team_size) end`

/** The SQL form of the contract's `buildPostPictureUrl`, with the alternative text; null without a cover. */
export const coverJson = sql<Cover | null>`case when posts.cover_key is not null then
  json_build_object('url', '/pictures/' || posts.cover_key || ${sql.lit(COVER_FILE)}, 'alt', posts.cover_alt) end`

/** What differs between members: whether they like the post and how they follow it. */
export interface ViewerState {
  viewerId: string
  _id: string
  isLiked: boolean
  follow: Follow
}

const VISITOR_STATE = buildJson({ isLiked: false })
/** The JSON of the usual state, built once: a page needs it for most of its posts. */
const USUAL_STATE = buildJson({ isLiked: false, follow: 'none' })

/** A post that was read without a viewer, as a member sees it who has this state. */
export function addViewerState(
  post: PostJson,
  state: Pick<ViewerState, 'isLiked' | 'follow'> | undefined,
): PostJson {
  const added = state ? buildJson({ isLiked: state.isLiked, follow: state.follow }) : USUAL_STATE
  return { ...post, json: joinObjects(post.json, added) }
}

/** A post that was read without a viewer, as visitors see it. */
export function addVisitorState(post: PostJson): PostJson {
  return { ...post, json: joinObjects(post.json, VISITOR_STATE) }
}

type PostTables = Tables & { posts: PostPageRow }
type PostExpressionBuilder = ExpressionBuilder<PostTables, 'posts'>
type PostRow = ExpressionBuilder<PostTables, 'posts' | 'members' | 'post_stats' | 'projects'>

function selectNewestLikers(post: PostExpressionBuilder) {
  const likers = post
    .selectFrom('post_likes')
    .select('member_id')
    .whereRef('post_id', '=', 'posts.id')
    .orderBy('liked_at', 'desc')
    .limit(sql.lit(LIKES_SHOWN_MAX))
  return sql<string[]>`array(${likers})`
}

function isLikedBy(post: PostExpressionBuilder, memberId: string) {
  const like = post
    .selectFrom('post_likes')
    .whereRef('post_id', '=', 'posts.id')
    .where('member_id', '=', memberId)
  return sql<boolean>`exists(${like})`
}

function selectFollow(post: PostExpressionBuilder, memberId: string) {
  const follow = post
    .selectFrom('follows')
    .select(sql<Follow>`case when with_updates then 'following' else 'saved' end`.as('follow'))
    .whereRef('post_id', '=', 'posts.id')
    .where('member_id', '=', memberId)
  return sql<Follow>`coalesce((${follow}), 'none')`
}
