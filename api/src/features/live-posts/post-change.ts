import type { LivePostServerEvent } from '@dolph/contract/live-posts'
import type { BusSubject } from '../../realtime/bus.ts'

/** What processes tell each other about a change of a post. */
export interface PostChange {
  reason: LivePostServerEvent['reason']
  /** The member who made the change and has seen the reply; null if several did. */
  memberId: string | null
}

export function mergePostChanges(earlier: PostChange, later: PostChange): PostChange {
  const isComments = earlier.reason === 'comments' || later.reason === 'comments'
  return {
    reason: isComments ? 'comments' : 'likes',
    memberId: earlier.memberId === later.memberId ? earlier.memberId : null,
  }
}

export function toPostSubject(postId: string): BusSubject {
  return `post:${postId}`
}
