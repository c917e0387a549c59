import pg from 'pg'
import type { Database } from '../../../db/database.ts'
import { Refusal } from '../../../errors.ts'
import type { FeedQuery, FoundPost } from '../feed-query.ts'
import { findMostLiked } from './most-liked.ts'
import { findNewest } from './newest.ts'
import { findOfAuthor } from './of-author.ts'
import { questFor } from './quest.ts'

const TOOK_TOO_LONG = '57014'
const RETRY_AFTER_SECONDS = 5

/** The next posts that contain what is searched for, at most `count`, over all posts. */
export async function findPosts(db: Database, query: FeedQuery): Promise<FoundPost[]> {
  return find(db, query).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError && error.code === TOOK_TOO_LONG)) throw error
    throw new Refusal('unavailable', 'This search takes too long. Please type more of the word.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
  })
}

async function find(db: Database, query: FeedQuery): Promise<FoundPost[]> {
  const quest = await questFor(db, query.q ?? '', query.scope)
  if (!quest.isInText && quest.names?.length === 0) return []
  if (query.author !== null) return findOfAuthor(db, query, quest)
  return query.sort === 'likes' ? findMostLiked(db, query, quest) : findNewest(db, query, quest)
}
