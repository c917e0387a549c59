import type { LivePostServerEvent } from '@dolph/contract/live-posts/live-posts'
import { pickLaterPosition, type Position } from '@dolph/contract/position'
import type { BusSubject } from '../../platform/realtime/bus.ts'

export type PostChangedEvent = Extract<LivePostServerEvent, { type: 'post_changed' }>

/** What processes tell each other about a change of a post. */
export interface PostChange {
  reason: PostChangedEvent['reason']
  /** The member who made the change and has seen the reply; null if several did. */
  memberId: string | null
  /** Whether the post itself was edited, deleted, hidden or is shown again. */
  includesPost?: boolean
  /** The state of the database that has the change. */
  position?: Position | undefined
}

export function mergePostChanges(earlier: PostChange, later: PostChange): PostChange {
  const position = pickLaterPosition(earlier.position, later.position)
  const isComments = earlier.reason === 'comments' || later.reason === 'comments'
  return {
    reason: isComments ? 'comments' : 'likes',
    memberId: earlier.memberId === later.memberId ? earlier.memberId : null,
    ...((earlier.includesPost || later.includesPost) && { includesPost: true }),
    ...(position !== undefined && { position }),
  }
}

export function toPostSubject(postId: string): BusSubject {
  return `post:${postId}`
}
