import { followPost, unfollowPost } from '@dolph/contract/posts/following'
import { type Follow, type Post } from '@dolph/contract/posts/posts'
import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/api.ts'
import { updateCachedPost } from '../post-cache.ts'

interface FollowIntent {
  /** What the member wants while a request is running; null otherwise. */
  desired: Follow | null
  /** The server's last response and its time: data that was requested earlier is outdated. */
  confirmed?: { follow: Follow; at: number }
}

/** The member's intent for one post, cached apart from the post, so that a refresh cannot undo it on the screen. */
export const followIntentQuery = (id: string) =>
  queryOptions<FollowIntent>({ queryKey: ['follows', id], queryFn: skipToken, staleTime: Infinity })

/** Stores what the member wants; returns true if no request is running yet. */
export function setFollowIntent(client: QueryClient, id: string, desired: Follow): boolean {
  const { queryKey } = followIntentQuery(id)
  const intent = client.getQueryData(queryKey)
  client.setQueryData(queryKey, { ...intent, desired })
  return (intent?.desired ?? null) === null
}

/** Sends the intent to the server, one request at a time, until the server has the latest one. */
export async function syncFollowIntent(client: QueryClient, id: string): Promise<void> {
  const { queryKey } = followIntentQuery(id)
  const getDesired = () => client.getQueryData(queryKey)?.desired ?? null
  try {
    for (let wanted = getDesired(); wanted !== null;) {
      try {
        recordConfirmedFollow(client, id, await sendFollow(id, wanted))
      } catch (error) {
        // A failed request is ignored if the member has changed the intent since.
        if (getDesired() === wanted) throw error
      }
      const next = getDesired()
      wanted = next === wanted ? null : next
    }
  } finally {
    client.setQueryData(queryKey, (intent) => ({ ...intent, desired: null }))
  }
}

/** Corrects posts that were requested at `requestedAt`, before the server confirmed that they are saved or not. */
export function applyConfirmedFollows(
  client: QueryClient,
  posts: Post[],
  requestedAt: number,
): Post[] {
  return posts.map((post) => {
    const confirmed = client.getQueryData(followIntentQuery(post._id).queryKey)?.confirmed
    return confirmed && confirmed.at > requestedAt ? { ...post, follow: confirmed.follow } : post
  })
}

async function sendFollow(id: string, wanted: Follow): Promise<Follow> {
  const params = { id }
  const { follow } = await (wanted === 'none'
    ? callEndpoint(unfollowPost, { params })
    : callEndpoint(followPost, { params, body: { updates: wanted === 'following' } }))
  return follow
}

function recordConfirmedFollow(client: QueryClient, id: string, follow: Follow): void {
  client.setQueryData(followIntentQuery(id).queryKey, (intent) => ({
    desired: intent?.desired ?? null,
    confirmed: { follow, at: performance.now() },
  }))
  updateCachedPost(client, id, (post) => ({ ...post, follow }))
}
