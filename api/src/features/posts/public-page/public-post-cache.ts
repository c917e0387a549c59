import type { PublicPost } from '@dolph/contract/read-public-post'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../../db/database.ts'
import { CachedReply } from '../../../http/replies/cached-reply.ts'
import { buildSuccessBody } from '../../../http/replies/success-body.ts'
import { selectPublicPost } from './select-public-post.ts'

/** A post that is edited, hidden or deleted is changed or gone on every process after this time. */
const POST_TTL_MS = 1_000
const POSTS_MAX_BYTES = 32 * 1024 * 1024
/** What a reply needs besides its body, and what an unknown id needs. */
const ENTRY_OVERHEAD_BYTES = 1_024

export interface CachedPublicPost {
  post: PublicPost
  reply: CachedReply
}

export type PublicPostCache = ReturnType<typeof createPublicPostCache>

/** Caches public posts by id for a second, and that there is none. One query serves all concurrent requests for a post. */
export function createPublicPostCache(db: Database) {
  const posts = new LRUCache<string, CachedPublicPost | 'none'>({
    ttl: POST_TTL_MS,
    maxSize: POSTS_MAX_BYTES,
    // The body as JSON, and about as much again for the parsed post and for compressed copies.
    sizeCalculation: (entry) =>
      ENTRY_OVERHEAD_BYTES + (entry === 'none' ? 0 : entry.reply.body.length * 4),
    fetchMethod: readEntry,
    // While the database is down, visitors get the cached post.
    noDeleteOnStaleGet: true,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
  })

  async function readEntry(id: string): Promise<CachedPublicPost | 'none'> {
    const post = await selectPublicPost(db, id)
    return post ? { post, reply: buildReply(post) } : 'none'
  }

  return {
    /** The post as it was within the last second; undefined if it has to be fetched, or if there is none. */
    getCached(id: string): CachedPublicPost | undefined {
      const entry = posts.get(id)
      return entry === 'none' ? undefined : entry
    },
    /** Undefined if there is no such post. */
    async fetchPost(id: string): Promise<CachedPublicPost | undefined> {
      // The cache answers nothing if the query fails and no older post is kept: the second query then throws, so that an outage
      // is never taken for a missing post.
      const entry = (await posts.fetch(id)) ?? (await readEntry(id))
      return entry === 'none' ? undefined : entry
    },
  }
}

function buildReply(post: PublicPost): CachedReply {
  return new CachedReply(
    JSON.stringify(buildSuccessBody({ data: post })),
    'application/json; charset=utf-8',
  )
}
