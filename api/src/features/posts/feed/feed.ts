import type { browsePosts } from '@dolph/contract/posts/posts'
import type { z } from 'zod'
import type { Reader } from '../../../platform/db/reader.ts'
import type { Readers } from '../../../platform/db/standbys/readers.ts'
import { rawArray } from '../../../platform/db/json-text.ts'
import { cutPage } from '../../../platform/http/cut-page.ts'
import type { CachedReply } from '../../../platform/http/replies/cached-reply.ts'
import { buildRawJsonBody, createJsonReply } from '../../../platform/http/replies/raw-json-reply.ts'
import { createVisitorPageCache } from '../../../platform/http/replies/visitor-page-cache.ts'
import { hasMember } from '../../accounts/people.ts'
import { decodePostCursor, encodePostCursor } from './post-cursor.ts'
import type { FeedQuery, PostSortKey } from './feed-query.ts'
import { getLowestPostIdAt } from '../post-ids.ts'
import { SharedReads } from '../../../platform/db/caches/shared-reads.ts'
import { addViewerState } from '../post-json.ts'
import { selectFeed, selectPostsByIds, selectSharedFeed } from '../queries.ts'
import { findPosts } from '../search/find-posts.ts'
import { getTimeRangeStart } from './time-range.ts'
import { ViewerStates } from './viewer-states.ts'
import { fillPage, type PostBatch } from './visible-posts.ts'

export type BrowseQuery = z.output<typeof browsePosts.schema.querystring>

/** Normalizes the query string: parameters that make no difference to the result are set to their defaults. */
export function buildFeedQuery<Viewer extends string | null>(
  query: BrowseQuery,
  viewerId: Viewer,
): FeedQuery & { viewerId: Viewer } {
  const { q, scope, type, sort, range, tz, author, cursor, limit } = query
  const isRanged = sort === 'likes' && range !== 'all-time'
  return {
    q: q || null,
    scope: q ? scope : 'text',
    type: type ?? null,
    sort,
    since: isRanged ? getLowestPostIdAt(getTimeRangeStart(range, tz, Date.now())) : null,
    author: author ?? null,
    before: cursor === undefined ? null : decodePostCursor(cursor, sort),
    viewerId,
    // One more than requested tells whether there is a next page.
    count: limit + 1,
  }
}

/** The newest posts of one member, of one type or of all. */
export function buildAuthorFeedQuery(
  author: string,
  page: Pick<BrowseQuery, 'cursor' | 'limit' | 'type'>,
  viewerId: string,
): FeedQuery {
  const all = { scope: 'text', sort: 'recent', range: 'all-time', tz: 'UTC' } as const
  return buildFeedQuery({ ...all, ...page, author }, viewerId)
}

export async function readFeedPage(reader: Reader, query: FeedQuery): Promise<CachedReply> {
  return buildPageReply(await readBatch(reader, query))
}

/** The feed as members see it. Most read its first pages, which are read once for all who ask at the same time. */
export class MemberFeed {
  readonly #everybody: Reader
  readonly #firstPages = new SharedReads<PostBatch & { ids: string[] }>()
  readonly #viewerStates: ViewerStates

  constructor({ everybody }: Readers) {
    this.#everybody = everybody
    this.#viewerStates = new ViewerStates(everybody)
  }

  /** A page without the posts of those whom the viewer blocked or muted; it may be shorter than requested. */
  async readPage(
    reader: Reader,
    query: FeedQuery & { viewerId: string },
    ignoredMembers: ReadonlySet<string>,
  ): Promise<CachedReply> {
    const readNext = (before: FeedQuery['before']) => this.#readBatch(reader, { ...query, before })
    return buildPageReply(
      ignoredMembers.size === 0
        ? await readNext(query.before)
        : await fillPage(query, ignoredMembers, readNext),
    )
  }

  async #readBatch(reader: Reader, query: FeedQuery & { viewerId: string }): Promise<PostBatch> {
    const isShared =
      reader.position === undefined &&
      query.q === null &&
      query.author === null &&
      query.before === null
    if (!isShared) return readBatch(reader, query)
    const { viewerId, ...page } = query
    const { posts, next, ids } = await this.#firstPages.read(JSON.stringify(page), async () => {
      const batch = cutBatch(await selectSharedFeed(this.#everybody, query), query)
      return { ...batch, ids: batch.posts.map(({ _id }) => _id) }
    })
    const states = await this.#viewerStates.read(ids, viewerId)
    const byId = new Map(states.map((state) => [state._id, state]))
    return { posts: posts.map((post) => addViewerState(post, byId.get(post._id))), next }
  }
}

async function readBatch(reader: Reader, query: FeedQuery): Promise<PostBatch> {
  if (query.q === null) return cutBatch(await selectFeed(reader, query), query)
  const { posts: matches, next } = cutBatch(await findPosts(reader, query), query)
  const ids = matches.map(({ _id }) => _id)
  const posts = await selectPostsByIds(reader, ids, query.viewerId)
  // The sort key of the match is that of the list: the likes may have changed since.
  const likes = new Map(matches.map((match) => [match._id, match.likes]))
  return { posts: posts.map((post) => ({ ...post, likes: likes.get(post._id) ?? null })), next }
}

/** The posts of one member; undefined when there is no such member, which only a page without posts makes doubtful. */
export async function readMemberFeedPage(
  reader: Reader,
  memberId: string,
  query: FeedQuery,
): Promise<CachedReply | undefined> {
  const posts = await selectFeed(reader, query)
  if (posts.length === 0 && !(await hasMember(reader, memberId))) return undefined
  return buildPageReply(cutBatch(posts, query))
}

/** One row more than a page shows whether there is a next page. */
function cutBatch<Row extends PostSortKey>(rows: Row[], { count }: FeedQuery) {
  const { page, last = null } = cutPage(rows, count - 1)
  return { posts: page, next: last }
}

/** Builds the reply of `browsePosts` from posts that are JSON already. */
function buildPageReply({ posts, next }: PostBatch): CachedReply {
  const nextCursor = next && encodePostCursor(next)
  const data = rawArray(posts.map(({ json }) => json))
  return createJsonReply(
    buildRawJsonBody({ message: 'Posts fetched successfully', nextCursor, data }),
  )
}

export type VisitorFeedCache = ReturnType<typeof createVisitorFeedCache>

export function createVisitorFeedCache({ everybody }: Readers) {
  return createVisitorPageCache<BrowseQuery>('feed', async (query) =>
    readFeedPage(everybody, buildFeedQuery(query, null)),
  )
}
