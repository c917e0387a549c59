import { z } from 'zod/mini'
import { Position } from '../position.ts'
import { Count, Id, TempId } from '../primitives.ts'

/** How many posts a socket can watch; one more ends the watch of the oldest. */
export const WATCHED_POSTS_MAX = 5

const watchFields = {
  postId: Id,
  /** Comes back with an error, so that the browser need not show it: without events, a page still refreshes by itself. */
  tempId: z.optional(TempId),
}

/** The browser shows this post and wants events of its changes. Ignored if the member cannot see the post. */
export const WatchPostEvent = z.object({ type: z.literal('watch_post'), ...watchFields })
export const UnwatchPostEvent = z.object({ type: z.literal('unwatch_post'), ...watchFields })

export const livePostClientEvents = [WatchPostEvent, UnwatchPostEvent] as const

export const livePostServerEvents = [
  /**
   * A watched post has other likes or comments; `comments` if both. It has no texts: the browser asks for those it may see.
   * `includesPost`: the post itself was edited, or a moderator shows it again.
   */
  z.object({
    type: z.literal('post_changed'),
    postId: Id,
    reason: z.enum(['likes', 'comments']),
    likeCount: Count,
    commentCount: Count,
    includesPost: z.optional(z.boolean()),
    position: z.optional(Position),
  }),
  /** A watched post was deleted, or a moderator hid it from the member. */
  z.object({ type: z.literal('post_withdrawn'), postId: Id }),
] as const
export type LivePostServerEvent = z.infer<(typeof livePostServerEvents)[number]>
