import { likePost, type Post } from '@dolph/contract/posts'
import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../lib/api.ts'
import { updateCachedPost, findCachedPost } from './post-cache.ts'

type LikeState = Pick<Post, 'isLiked' | 'likeCount'>

interface LikeIntent {
  /** What the member means while the server has not confirmed it. */
  desired: boolean | null
  /** What the server last said, and when: whatever was asked for earlier knows less. */
  confirmed?: { liking: LikeState; at: number }
}

/** A member's wish about one post, kept apart from the post: a refresh cannot undo it on the screen. */
export const likeIntentQuery = (id: string) =>
  queryOptions<LikeIntent>({ queryKey: ['likes', id], queryFn: skipToken, staleTime: Infinity })

/** The likes of a post as the member means them. */
export function applyLikeIntent(
  { isLiked, likeCount }: LikeState,
  wish: LikeIntent | undefined,
): LikeState {
  const meant = wish?.desired ?? isLiked
  if (meant === isLiked) return { isLiked, likeCount }
  return { isLiked: meant, likeCount: Math.max(0, likeCount + (meant ? 1 : -1)) }
}

/**
 * Notes that the member means the opposite now; true if nobody is telling the server yet. The opposite of what is
 * known, not of `post`: between the server's reply and the next paint a click would be taken for the one before it.
 */
export function toggleLikeIntent(client: QueryClient, post: Post): boolean {
  const { queryKey } = likeIntentQuery(post._id)
  const wish = client.getQueryData(queryKey)
  const meant = wish?.desired ?? null
  const { isLiked } = findCachedPost(client, post._id) ?? post
  client.setQueryData(queryKey, { ...wish, desired: !(meant ?? isLiked) })
  return meant === null
}

/** Tells the server what is meant, one call after another, until it is what was last meant. */
export async function syncLikeIntent(client: QueryClient, id: string): Promise<void> {
  const { queryKey } = likeIntentQuery(id)
  const meant = () => client.getQueryData(queryKey)?.desired ?? null
  try {
    for (let liked = meant(); liked !== null;) {
      try {
        const { isLiked, likeCount } = await callEndpoint(likePost, {
          params: { id },
          body: { liked },
        })
        recordConfirmedLike(client, id, { isLiked, likeCount })
      } catch (error) {
        // The failure of something no longer meant is of no interest.
        if (meant() === liked) throw error
      }
      const next = meant()
      liked = next === liked ? null : next
    }
  } finally {
    client.setQueryData(queryKey, (wish) => ({ ...wish, desired: null }))
  }
}

/** Mends posts that were asked for at `askedAt`, before the server confirmed a like. */
export function applyConfirmedLikes(client: QueryClient, posts: Post[], askedAt: number): Post[] {
  return posts.map((post) => {
    const heard = client.getQueryData(likeIntentQuery(post._id).queryKey)?.confirmed
    return heard && heard.at > askedAt ? { ...post, ...heard.liking } : post
  })
}

function recordConfirmedLike(client: QueryClient, id: string, liking: LikeState): void {
  client.setQueryData(likeIntentQuery(id).queryKey, (wish) => ({
    desired: wish?.desired ?? null,
    confirmed: { liking, at: performance.now() },
  }))
  updateCachedPost(client, id, (post) => ({ ...post, ...liking }))
}
