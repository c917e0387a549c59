import type { PublicPost } from '@dolph/contract/posts/read-public-post'
import type { Readers } from '../../../platform/db/standbys/readers.ts'
import { ReadCache } from '../../../platform/db/caches/read-cache.ts'
import type { CachedReply } from '../../../platform/http/replies/cached-reply.ts'
import { buildRawJsonBody, createJsonReply } from '../../../platform/http/replies/raw-json-reply.ts'
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
export function createPublicPostCache(readers: Readers) {
  const posts = new ReadCache<CachedPublicPost | undefined>({
    ttlMs: POST_TTL_MS,
    maxBytes: POSTS_MAX_BYTES,
    // The body as JSON, and about as much again for the parsed post and for compressed copies.
    measureBytes: (entry) => ENTRY_OVERHEAD_BYTES + (entry?.reply.body.length ?? 0) * 4,
    read: async (id) => {
      const post = await readers.confirmMissing(async (reader) => selectPublicPost(reader, id))
      return post && { post, reply: createJsonReply(buildRawJsonBody({ data: post })) }
    },
  })

  return {
    /** The post as it was within the last second; undefined if it has to be fetched, or if there is none. */
    getCached: (id: string): CachedPublicPost | undefined => posts.get(id),
    /** Undefined if there is no such post. */
    fetchPost: async (id: string): Promise<CachedPublicPost | undefined> => posts.fetch(id, id),
  }
}
