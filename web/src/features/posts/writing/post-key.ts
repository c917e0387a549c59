import { Cover } from '@dolph/contract/posts/post-pictures'
import { PostDraft } from '@dolph/contract/posts/posts'
import { TempId } from '@dolph/contract/primitives'
import { z } from 'zod/mini'
import { ApiError } from '../../../lib/api/api-error.ts'
import { createTempId } from '../../../lib/temp-id.ts'

/** A new post as it is sent. */
export const PostContent = z.extend(PostDraft, { cover: z.nullable(Cover) })
export type PostContent = z.infer<typeof PostContent>

/** The idempotency key of a new post. */
export const PostKey = z.object({
  tempId: TempId,
  /** The content that was sent under `tempId`, while it is unknown whether it arrived. A retry repeats exactly this. */
  sent: z.optional(PostContent),
})
export type PostKey = z.infer<typeof PostKey>

export function createPostKey(): PostKey {
  return { tempId: createTempId() }
}

/** The key to use after an attempt failed: `before` is the key from before it, `attempted` the one it was sent with. */
export function getKeyAfterError(before: PostKey, attempted: PostKey, error: unknown): PostKey {
  if (!(error instanceof ApiError) || OUTCOME_UNKNOWN.has(error.code)) return attempted
  // Another tab has sent the same draft with other content, so this content is a post of its own.
  if (error.code === 'conflict' && error.signedInAs === undefined) return createPostKey()
  return error.code === 'invalid-input' ? { tempId: before.tempId } : before
}

/** After these errors the post may have been created all the same. */
const OUTCOME_UNKNOWN: ReadonlySet<ApiError['code']> = new Set([
  'network',
  'unavailable',
  'internal',
  'invalid-response',
])
