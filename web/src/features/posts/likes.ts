import { likePost, type Post } from '@dolph/contract/posts'
import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { changePost, heldPost } from './post-cache.ts'

type Liking = Pick<Post, 'isLiked' | 'likeCount'>

interface Wish {
  /** What the member means while the server has not confirmed it. */
  meant: boolean | null
  /** What the server last said, and when: whatever was asked for earlier knows less. */
  heard?: { liking: Liking; at: number }
}

/** A member's wish about one post, kept apart from the post: a refresh cannot undo it on the screen. */
export const wishFor = (id: string) =>
  queryOptions<Wish>({ queryKey: ['likes', id], queryFn: skipToken, staleTime: Infinity })

/** The likes of a post as the member means them. */
export function asMeant({ isLiked, likeCount }: Liking, wish: Wish | undefined): Liking {
  const meant = wish?.meant ?? isLiked
  if (meant === isLiked) return { isLiked, likeCount }
  return { isLiked: meant, likeCount: Math.max(0, likeCount + (meant ? 1 : -1)) }
}

/**
 * Notes that the member means the opposite now; true if nobody is telling the server yet. The opposite of what is
 * known, not of `post`: between the server's reply and the next paint a click would be taken for the one before it.
 */
export function turnWish(client: QueryClient, post: Post): boolean {
  const { queryKey } = wishFor(post._id)
  const wish = client.getQueryData(queryKey)
  const meant = wish?.meant ?? null
  const { isLiked } = heldPost(client, post._id) ?? post
  client.setQueryData(queryKey, { ...wish, meant: !(meant ?? isLiked) })
  return meant === null
}

/** Tells the server what is meant, one call after another, until it is what was last meant. */
export async function fulfilWish(client: QueryClient, id: string): Promise<void> {
  const { queryKey } = wishFor(id)
  const meant = () => client.getQueryData(queryKey)?.meant ?? null
  try {
    for (let liked = meant(); liked !== null;) {
      try {
        const { isLiked, likeCount } = await call(likePost, { params: { id }, body: { liked } })
        hear(client, id, { isLiked, likeCount })
      } catch (error) {
        // The failure of something no longer meant is of no interest.
        if (meant() === liked) throw error
      }
      const next = meant()
      liked = next === liked ? null : next
    }
  } finally {
    client.setQueryData(queryKey, (wish) => ({ ...wish, meant: null }))
  }
}

/** Mends posts that were asked for at `askedAt`, before the server confirmed a like. */
export function withLikesHeard(client: QueryClient, posts: Post[], askedAt: number): Post[] {
  return posts.map((post) => {
    const heard = client.getQueryData(wishFor(post._id).queryKey)?.heard
    return heard && heard.at > askedAt ? { ...post, ...heard.liking } : post
  })
}

function hear(client: QueryClient, id: string, liking: Liking): void {
  client.setQueryData(wishFor(id).queryKey, (wish) => ({
    meant: wish?.meant ?? null,
    heard: { liking, at: performance.now() },
  }))
  changePost(client, id, (post) => ({ ...post, ...liking }))
}
