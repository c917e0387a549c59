import pg from 'pg'
import type { Reader } from '../../../platform/db/reader.ts'
import { Refusal } from '../../../platform/errors.ts'
import type { FeedQuery, PostSortKey } from '../feed/feed-query.ts'
import { findMostLiked } from './find-most-liked.ts'
import { findNewest } from './find-newest.ts'
import { findByAuthor } from './find-by-author.ts'
import { buildTermQuery } from './term-query.ts'

const QUERY_CANCELED = '57014'
const RETRY_AFTER_SECONDS = 5

/** Finds the next posts that match `query.q`, at most `query.count` of them. */
export async function findPosts(reader: Reader, query: FeedQuery): Promise<PostSortKey[]> {
  return dispatchSearch(reader, query).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError && error.code === QUERY_CANCELED)) throw error
    throw new Refusal('unavailable', 'This search takes too long. Please type more of the word.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
  })
}

async function dispatchSearch(reader: Reader, query: FeedQuery): Promise<PostSortKey[]> {
  const termQuery = await buildTermQuery(reader, query.q ?? '', query.scope)
  if (!termQuery.canMatchText && termQuery.authorNameTerms?.length === 0) return []
  if (query.author !== null) return findByAuthor(reader, query, termQuery)
  return query.sort === 'likes'
    ? findMostLiked(reader, query, termQuery)
    : findNewest(reader, query, termQuery)
}
