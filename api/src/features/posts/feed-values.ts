import type { PostType } from '@dolph/contract/posts'
import type { SlotOf } from '../../db/prepared.ts'
import { bucketsSince } from './buckets.ts'
import type { FeedQuery } from './feed-query.ts'

/** What a feed's statement is filled with. Each shape of the statement asks for some of it. */
export interface FeedValues {
  beforeId: string | null
  beforeLikes: number | null
  type: PostType | null
  author: string | null
  since: string | null
  days: number[]
  months: number[]
  viewerId: string | null
}

/** Marks in a statement where one of them goes. */
export type FeedSlot = SlotOf<FeedValues>

export function feedValues(query: FeedQuery, now = Date.now()): FeedValues {
  const { before, type, author, since, viewerId } = query
  return {
    beforeId: before?._id ?? null,
    beforeLikes: before?.likes ?? null,
    type,
    author,
    since,
    ...(since === null ? NO_BUCKETS : bucketsSince(since, now)),
    viewerId,
  }
}

const NO_BUCKETS = { days: [], months: [] }
