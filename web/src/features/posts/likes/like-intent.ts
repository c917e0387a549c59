import { likePost, type Post } from '@dolph/contract/posts/posts'
import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/api.ts'
import { updateCachedPost, findCachedPost } from '../post-cache.ts'

type LikeState = Pick<Post, 'isLiked' | 'likeCount'>

interface LikeIntent {
  /** What the member wants while a request is running; null otherwise. */
  desired: boolean | null
  /** The server's last response and its time: data that was requested earlier is outdated. */
  confirmed?: { state: LikeState; at: number }
}

/** The member's intent for one post, cached apart from the post, so that a refresh cannot undo it on the screen. */
export const likeIntentQuery = (id: string) =>
  queryOptions<LikeIntent>({ queryKey: ['likes', id], queryFn: skipToken, staleTime: Infinity })

/** The likes of a post as the member intends them. */
export function applyLikeIntent(
  { isLiked, likeCount }: LikeState,
  intent: LikeIntent | undefined,
): LikeState {
  const desired = intent?.desired ?? isLiked
  if (desired === isLiked) return { isLiked, likeCount }
  return { isLiked: desired, likeCount: Math.max(0, likeCount + (desired ? 1 : -1)) }
}

/**
 * Inverts the member's intent; returns true if no request is running yet. It inverts the cached state, not `post`: between
 * the server's response and the next render, `post` is still the previous state.
 */
export function toggleLikeIntent(client: QueryClient, post: Post): boolean {
  const { queryKey } = likeIntentQuery(post._id)
  const intent = client.getQueryData(queryKey)
  const desired = intent?.desired ?? null
  const { isLiked } = findCachedPost(client, post._id) ?? post
  client.setQueryData(queryKey, { ...intent, desired: !(desired ?? isLiked) })
  return desired === null
}

/** Whether a request for the member's own like is running. */
export function isLikePending(client: QueryClient, id: string): boolean {
  return (client.getQueryData(likeIntentQuery(id).queryKey)?.desired ?? null) !== null
}

/** Sends the intent to the server, one request at a time, until the server has the latest one. */
export async function syncLikeIntent(client: QueryClient, id: string): Promise<void> {
  const { queryKey } = likeIntentQuery(id)
  const getDesired = () => client.getQueryData(queryKey)?.desired ?? null
  try {
    for (let liked = getDesired(); liked !== null;) {
      try {
        const { isLiked, likeCount } = await callEndpoint(likePost, {
          params: { id },
          body: { liked },
        })
        recordConfirmedLike(client, id, { isLiked, likeCount })
      } catch (error) {
        // A failed request is ignored if the member has changed the intent since.
        if (getDesired() === liked) throw error
      }
      const next = getDesired()
      liked = next === liked ? null : next
    }
  } finally {
    client.setQueryData(queryKey, (intent) => ({ ...intent, desired: null }))
  }
}

/** Corrects posts that were requested at `requestedAt`, before the server confirmed a like. */
export function applyConfirmedLikes(
  client: QueryClient,
  posts: Post[],
  requestedAt: number,
): Post[] {
  return posts.map((post) => {
    const confirmed = client.getQueryData(likeIntentQuery(post._id).queryKey)?.confirmed
    return confirmed && confirmed.at > requestedAt ? { ...post, ...confirmed.state } : post
  })
}

function recordConfirmedLike(client: QueryClient, id: string, state: LikeState): void {
  client.setQueryData(likeIntentQuery(id).queryKey, (intent) => ({
    desired: intent?.desired ?? null,
    confirmed: { state, at: performance.now() },
  }))
  updateCachedPost(client, id, (post) => ({ ...post, ...state }))
}
