import { COVER_SIZES, type Cover } from '@dolph/contract/post-pictures'
import { LIKES_SHOWN_MAX, type Follow, type Post } from '@dolph/contract/posts'
import type { ProjectGlance } from '@dolph/contract/projects'
import { sql } from 'kysely'
import type { AliasedExpression, ExpressionBuilder, RawBuilder, Selectable } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Queryable } from '../../db/database.ts'
import { isoTime } from '../../db/iso-time.ts'
import type { Tables } from '../../db/tables.ts'
import { pictureUrlExpression } from '../../files/picture-url-expression.ts'
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
 * Selects the posts of `page` as `viewerId` sees them, and maps columns to the contract's names, which only this file does.
 * PostgreSQL builds the JSON: parsing twenty rows into objects and serializing them again costs more than finding them.
 */
export function selectPostsJson(db: Queryable, page: PostPageSubquery, viewerId: string | null) {
  return selectPosts(db, page, viewerId, (post) => sql<string>`${post}::text`)
}

/** The same for a page that can have hidden posts, which are posts of the viewer: they have `hiddenAt`. */
export function selectOwnPostsJson(db: Queryable, page: PostPageSubquery, viewerId: string | null) {
  return selectPosts(
    db,
    page,
    viewerId,
    (post) => sql<string>`left(${post}::text, -1) || ${hiddenAtEnd}`,
  )
}

/** The same for a post alone, with its repository and a line about its author. A list would read them for nothing: cards do not show them. */
export function selectSinglePostJson(
  db: Queryable,
  page: PostPageSubquery,
  viewerId: string | null,
) {
  return selectPosts(
    db,
    page,
    viewerId,
    (
      post,
    ) => sql<string>`left(${post}::text, -1) || ',"repository":' || coalesce(${repositoryJson}::text, 'null')
      || ',"authorBio":' || to_json(coalesce(${authorBio}, ''))
      || ${hiddenAtEnd}`,
  )
}

const authorBio = sql<string | null>`(
  select left(regexp_replace(btrim(bio, E' \\n\\r\\t'), '\\s*[\\n\\r].*$', ''), ${sql.lit(AUTHOR_BIO_MAX)})
  from profiles where profiles.member_id = posts.author_id)`

const hiddenAtEnd = sql<string>`case when posts.hidden_at is null then '}'
  else ',"hiddenAt":' || to_json(${isoTime(sql.ref('posts.hidden_at'))}) || '}' end`

function selectPosts(
  db: Queryable,
  page: PostPageSubquery,
  viewerId: string | null,
  buildText: (post: RawBuilder<Post>) => RawBuilder<string>,
) {
  return (
    db
      .selectFrom(page)
      .innerJoin('members', 'members.id', 'posts.author_id')
      // A left join, so that a post whose counters are missing is still listed.
      .leftJoin('post_stats', 'post_stats.post_id', 'posts.id')
      .leftJoin('projects', 'projects.post_id', 'posts.id')
      .select(['posts.id as _id', 'posts.likes', 'posts.author_id as authorId'])
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
            profilePicture: pictureUrlExpression('members'),
          }),
          likes: selectNewestLikers(row),
          likeCount: row.fn.coalesce('like_count', sql.lit(0)),
          commentCount: row.fn.coalesce('comment_count', sql.lit(0)),
          createdAt: isoTime(row.ref('posts.created_at')),
          project: projectGlance,
          cover: coverJson,
          // Last, where `addViewerState` finds it.
          isLiked: isLikedBy(row, viewerId),
          ...(viewerId !== null && { follow: selectFollow(row, viewerId) }),
        })
        return buildText(post).as('json')
      })
  )
}

/** Null where nothing was said about a project. */
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

/** The end of a post that is read for nobody. */
const VISITOR_END = '"isLiked" : false}'

/** The post of a visitor as a member sees it. */
export function addViewerState(
  post: PostJson,
  state: Pick<ViewerState, 'isLiked' | 'follow'> | undefined,
): PostJson {
  if (!post.json.endsWith(VISITOR_END)) throw new Error('The post was read for a member')
  const { isLiked, follow } = state ?? { isLiked: false, follow: 'none' }
  const end = `"isLiked" : ${isLiked}, "follow" : "${follow}"}`
  return { ...post, json: post.json.slice(0, -VISITOR_END.length) + end }
}

type PostExpressionBuilder = ExpressionBuilder<Tables & { posts: PostPageRow }, 'posts'>

function selectNewestLikers(post: PostExpressionBuilder) {
  const likers = post
    .selectFrom('post_likes')
    .select('member_id')
    .whereRef('post_id', '=', 'posts.id')
    .orderBy('liked_at', 'desc')
    .limit(sql.lit(LIKES_SHOWN_MAX))
  return sql<string[]>`array(${likers})`
}

function isLikedBy(post: PostExpressionBuilder, memberId: string | null) {
  if (memberId === null) return sql<boolean>`false`
  const like = post
    .selectFrom('post_likes')
    .whereRef('post_id', '=', 'posts.id')
    .where('member_id', '=', memberId)
  return sql<boolean>`exists(${like})`
}

/** Only for members: what visitors get is the same for all of them. */
function selectFollow(post: PostExpressionBuilder, memberId: string) {
  const follow = post
    .selectFrom('follows')
    .select(sql<Follow>`case when with_updates then 'following' else 'saved' end`.as('follow'))
    .whereRef('post_id', '=', 'posts.id')
    .where('member_id', '=', memberId)
  return sql<Follow>`coalesce((${follow}), 'none')`
}
