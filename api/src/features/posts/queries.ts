import { sql } from 'kysely'
import { queryCompiler } from '../../platform/db/database.ts'
import type { Reader } from '../../platform/db/reader.ts'
import {
  createStatementCache,
  prepareStatement,
  toCompilable,
} from '../../platform/db/prepared-statement.ts'
import { getStatementLimit, includesHiddenPosts, type FeedQuery } from './feed/feed-query.ts'
import {
  buildFeedParameters,
  type FeedPlaceholderFactory,
  type FeedParameters,
} from './feed/feed-parameters.ts'
import { buildMostLikedPage, buildMostLikedAuthorPage } from './feed/most-liked-query.ts'
import {
  addVisitorState,
  selectOwnPostsJson,
  selectPostsJson,
  selectSinglePostJson,
  type PostPageSubquery,
  type PostJson,
  type ViewerState,
} from './post-json.ts'

/** Selects `count` posts or more, if there are as many, in the requested order, at a cost independent of depth and table size. */
export async function selectFeed(reader: Reader, query: FeedQuery): Promise<PostJson[]> {
  const posts = await getFeedStatement(query).run(reader, buildFeedParameters(query))
  return query.viewerId === null ? posts.map(addVisitorState) : posts
}

/** The same without what differs between viewers, which `addViewerState` adds. */
export async function selectSharedFeed(reader: Reader, query: FeedQuery): Promise<PostJson[]> {
  const shared = { ...query, viewerId: null }
  return getFeedStatement(shared).run(reader, buildFeedParameters(shared))
}

/** The statement of one shape of the feed, planned once per connection. */
export function getFeedStatement(query: FeedQuery) {
  const size = getStatementLimit(query)
  const keys = SHAPE_KEYS.filter((key) => query[key] !== null).join()
  const shape = `${query.sort} ${keys} ${includesHiddenPosts(query)} ${size}`
  return getOrPrepareFeed(shape, () => prepareFeed(query, size))
}

const SHAPE_KEYS = ['before', 'type', 'author', 'since', 'viewerId'] as const
const getOrPrepareFeed = createStatementCache<ReturnType<typeof prepareFeed>>()

// The limit applies before the joins and is part of the text: for a parameter PostgreSQL would assume ten percent of all
// posts, and merge whole tables to find twenty rows.
function prepareFeed(query: FeedQuery, size: number) {
  return prepareStatement<FeedParameters, PostJson>((placeholder) => {
    const viewerId = query.viewerId && placeholder('viewerId')
    const selectJson = includesHiddenPosts(query) ? selectOwnPostsJson : selectPostsJson
    if (query.sort === 'recent') {
      const page = buildNewestPage(query, placeholder, size)
      return selectJson(queryCompiler, page, viewerId).orderBy('posts.id', 'desc')
    }
    const buildPage = query.author === null ? buildMostLikedPage : buildMostLikedAuthorPage
    return selectJson(queryCompiler, buildPage(query, placeholder, size), viewerId)
      .orderBy('posts.likes', 'desc')
      .orderBy('posts.id', 'desc')
  })
}

function buildNewestPage(
  query: FeedQuery,
  placeholder: FeedPlaceholderFactory,
  size: number,
): PostPageSubquery {
  return queryCompiler
    .selectFrom('posts')
    .selectAll()
    .select(sql<null>`null`.as('likes'))
    .$if(query.before !== null, (posts) => posts.where('id', '<', placeholder('beforeId')))
    .$if(query.type !== null, (posts) => posts.where('type', '=', placeholder('type')))
    .$if(query.author !== null, (posts) => posts.where('author_id', '=', placeholder('author')))
    .$if(!includesHiddenPosts(query), (posts) => posts.where('hidden_at', 'is', null))
    .orderBy('id', 'desc')
    .limit(sql.lit(size))
    .as('posts')
}

/** Selects posts as `viewerId` sees them, in the order of `ids`; deleted and hidden posts are left out. */
export async function selectPostsByIds(
  reader: Reader,
  ids: string[],
  viewerId: string | null,
): Promise<PostJson[]> {
  const rows =
    viewerId === null
      ? (await postsByIdsStatement.run(reader, { ids })).map(addVisitorState)
      : await postsByIdsForMemberStatement.run(reader, { ids, viewerId })
  const byId = new Map(rows.map((post) => [post._id, post]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

interface PostsByIdsLookup {
  ids: string[]
  viewerId: string
}

const postsByIdsStatement = prepareStatement<{ ids: string[] }, PostJson>((placeholder) =>
  selectPostsJson(queryCompiler, buildIdsPage(placeholder('ids')), null),
)
const postsByIdsForMemberStatement = prepareStatement<PostsByIdsLookup, PostJson>((placeholder) =>
  selectPostsJson(queryCompiler, buildIdsPage(placeholder('ids')), placeholder('viewerId')),
)

function buildIdsPage(ids: string[]): PostPageSubquery {
  return queryCompiler
    .selectFrom('posts')
    .selectAll()
    .select(sql<null>`null`.as('likes'))
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('hidden_at', 'is', null)
    .as('posts')
}

interface ViewerStatesLookup {
  ids: readonly string[]
  viewerIds: readonly string[]
}

/**
 * How each of the members sees these posts; those that they neither like nor follow are left out. The offsets make PostgreSQL look up
 * one post of one member after the other: otherwise it would read every like of these posts, or of these members.
 */
export async function selectViewerStates(
  reader: Reader,
  lookup: ViewerStatesLookup,
): Promise<ViewerState[]> {
  return viewerStatesStatement.run(reader, lookup)
}

export const viewerStatesStatement = prepareStatement<ViewerStatesLookup, ViewerState>(
  (placeholder) =>
    toCompilable(sql<ViewerState>`
    select viewer_id as "viewerId", id as "_id", is_liked is not null as "isLiked", coalesce(follow, 'none') as follow
    from unnest(${placeholder('ids')}::uuid[]) as id
    cross join unnest(${placeholder('viewerIds')}::uuid[]) as viewer_id
    left join lateral (
      select true as is_liked from post_likes where post_id = id and member_id = viewer_id offset 0) as likes on true
    left join lateral (
      select case when with_updates then 'following' else 'saved' end as follow from follows
      where post_id = id and member_id = viewer_id offset 0) as follows on true
    where is_liked or follow is not null`),
)

interface PostLookup {
  id: string
  viewerId: string
}

/** Selects a post of any author; a hidden one for its author only. */
export async function selectPost(reader: Reader, post: PostLookup): Promise<string | undefined> {
  return (await postStatement.run(reader, post))[0]?.json
}

/** Selects a post of the viewer. */
export async function selectOwnPost(reader: Reader, post: PostLookup): Promise<string | undefined> {
  return (await ownPostStatement.run(reader, post))[0]?.json
}

const postStatement = prepareStatement<PostLookup, PostJson>((placeholder) => {
  const page = buildSinglePostPage(placeholder('id'))
    .where((post) =>
      post.or([post('hidden_at', 'is', null), post('author_id', '=', placeholder('viewerId'))]),
    )
    .as('posts')
  return selectSinglePostJson(queryCompiler, page, placeholder('viewerId'))
})
const ownPostStatement = prepareStatement<PostLookup, PostJson>((placeholder) => {
  const page = buildSinglePostPage(placeholder('id'))
    .where('author_id', '=', placeholder('viewerId'))
    .as('posts')
  return selectSinglePostJson(queryCompiler, page, placeholder('viewerId'))
})

function buildSinglePostPage(id: string) {
  return queryCompiler
    .selectFrom('posts')
    .selectAll()
    .select(sql<null>`null`.as('likes'))
    .where('id', '=', id)
}
