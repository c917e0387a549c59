import { sql } from 'kysely'
import { queryCompiler, type Database } from '../../db/database.ts'
import { createStatementCache, prepareStatement } from '../../db/prepared-statement.ts'
import { getStatementLimit, type FeedQuery } from './feed-query.ts'
import {
  buildFeedParameters,
  type FeedPlaceholderFactory,
  type FeedParameters,
} from './feed-parameters.ts'
import { buildMostLikedPage, buildMostLikedAuthorPage } from './most-liked-query.ts'
import { selectPostsJson, type PostPageSubquery, type PostJson } from './post-json.ts'

/** At least `count` posts if there are as many, in the order asked for. Depth and size of the table cost nothing. */
export async function selectFeed(db: Database, query: FeedQuery): Promise<PostJson[]> {
  return getFeedStatement(query).run(db, buildFeedParameters(query))
}

/** The statement behind one shape of the feed, planned once per connection. */
export function getFeedStatement(query: FeedQuery) {
  const size = getStatementLimit(query)
  const shape = `${query.sort} ${SHAPE_KEYS.filter((slot) => query[slot] !== null).join()} ${size}`
  return getOrPrepareFeed(shape, () => prepareFeed(query, size))
}

const SHAPE_KEYS = ['before', 'type', 'author', 'since', 'viewerId'] as const
const getOrPrepareFeed = createStatementCache<ReturnType<typeof prepareFeed>>()

// The page is cut before anything is joined, and its size is part of the text: told "about ten percent of
// all posts", as for a parameter, PostgreSQL would merge whole tables to find twenty rows.
function prepareFeed(query: FeedQuery, size: number) {
  return prepareStatement<FeedParameters, PostJson>((slot) => {
    const viewerId = query.viewerId && slot('viewerId')
    if (query.sort === 'recent') {
      return selectPostsJson(queryCompiler, buildNewestPage(query, slot, size), viewerId).orderBy(
        'posts.id',
        'desc',
      )
    }
    const cut = query.author === null ? buildMostLikedPage : buildMostLikedAuthorPage
    return selectPostsJson(queryCompiler, cut(query, slot, size), viewerId)
      .orderBy('posts.likes', 'desc')
      .orderBy('posts.id', 'desc')
  })
}

function buildNewestPage(
  query: FeedQuery,
  slot: FeedPlaceholderFactory,
  size: number,
): PostPageSubquery {
  return queryCompiler
    .selectFrom('posts')
    .selectAll()
    .select(sql<null>`null`.as('likes'))
    .$if(query.before !== null, (posts) => posts.where('id', '<', slot('beforeId')))
    .$if(query.type !== null, (posts) => posts.where('type', '=', slot('type')))
    .$if(query.author !== null, (posts) => posts.where('author_id', '=', slot('author')))
    .orderBy('id', 'desc')
    .limit(sql.lit(size))
    .as('posts')
}

/** These posts as `viewerId` sees them, in the order of their ids as given; what is gone is left out. */
export async function selectPostsByIds(
  db: Database,
  ids: string[],
  viewerId: string | null,
): Promise<PostJson[]> {
  const posts = viewerId === null ? postsByIdsStatement : postsByIdsForMemberStatement
  const rows = await posts.run(db, { ids, viewerId: viewerId ?? '' })
  const written = new Map(rows.map((post) => [post._id, post]))
  return ids.flatMap((id) => written.get(id) ?? [])
}

interface PostsByIdsLookup {
  ids: string[]
  viewerId: string
}

const postsByIdsStatement = prepareStatement<PostsByIdsLookup, PostJson>((slot) =>
  selectPostsJson(queryCompiler, buildIdsPage(slot('ids')), null),
)
const postsByIdsForMemberStatement = prepareStatement<PostsByIdsLookup, PostJson>((slot) =>
  selectPostsJson(queryCompiler, buildIdsPage(slot('ids')), slot('viewerId')),
)

function buildIdsPage(ids: string[]): PostPageSubquery {
  return queryCompiler
    .selectFrom('posts')
    .selectAll()
    .select(sql<null>`null`.as('likes'))
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .as('posts')
}

interface PostLookup {
  id: string
  viewerId: string
}

/** Anybody's post. */
export async function selectPost(db: Database, post: PostLookup): Promise<string | undefined> {
  return (await postStatement.run(db, post))[0]?.json
}

/** The viewer's own post. */
export async function selectOwnPost(db: Database, post: PostLookup): Promise<string | undefined> {
  return (await ownPostStatement.run(db, post))[0]?.json
}

const postStatement = prepareStatement<PostLookup, PostJson>((slot) =>
  selectPostsJson(queryCompiler, buildSinglePostPage(slot('id')).as('posts'), slot('viewerId')),
)
const ownPostStatement = prepareStatement<PostLookup, PostJson>((slot) => {
  const page = buildSinglePostPage(slot('id')).where('author_id', '=', slot('viewerId')).as('posts')
  return selectPostsJson(queryCompiler, page, slot('viewerId'))
})

function buildSinglePostPage(id: string) {
  return queryCompiler
    .selectFrom('posts')
    .selectAll()
    .select(sql<null>`null`.as('likes'))
    .where('id', '=', id)
}
