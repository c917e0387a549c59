import type { Post } from '@dolph/contract/posts/posts'
import type { QueryClient } from '@tanstack/react-query'
import { applyConfirmedFollows } from './following/follow-intent.ts'
import { applyConfirmedLikes } from './likes/like-intent.ts'

/** Corrects posts that were requested at `requestedAt`, before the server confirmed a change by the member. */
export function applyConfirmedChanges(
  client: QueryClient,
  posts: Post[],
  requestedAt: number,
): Post[] {
  return applyConfirmedFollows(client, applyConfirmedLikes(client, posts, requestedAt), requestedAt)
}
