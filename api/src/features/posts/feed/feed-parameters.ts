import type { PostType } from '@dolph/contract/posts/post-type'
import type { PlaceholderFactory } from '../../../platform/db/prepared-statement.ts'
import { getRankBucketsSince } from '../ranks/rank-buckets.ts'
import type { FeedQuery } from './feed-query.ts'

/** The parameters of a feed's statement; each shape of the statement uses some of them. */
export interface FeedParameters {
  beforeId: string | null
  beforeLikes: number | null
  type: PostType | null
  author: string | null
  since: string | null
  days: number[]
  months: number[]
  viewerId: string | null
}

export type FeedPlaceholderFactory = PlaceholderFactory<FeedParameters>

export function buildFeedParameters(query: FeedQuery, now = Date.now()): FeedParameters {
  const { before, type, author, since, viewerId } = query
  return {
    beforeId: before?._id ?? null,
    beforeLikes: before?.likes ?? null,
    type,
    author,
    since,
    ...(since === null ? NO_RANK_BUCKETS : getRankBucketsSince(since, now)),
    viewerId,
  }
}

const NO_RANK_BUCKETS = { days: [], months: [] }
