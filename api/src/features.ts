import type { Feature, LockPair } from './platform/define-feature.ts'
import { updates } from './features/updates/feature.ts'
import { imports } from './features/imports/feature.ts'
import { joinRequests } from './features/join-requests/feature.ts'
import { roles } from './features/roles/feature.ts'
import { people } from './features/people/feature.ts'
import { projects } from './features/projects/feature.ts'
import { accounts } from './features/accounts/feature.ts'
import { exports } from './features/exports/feature.ts'
import { comments } from './features/comments/feature.ts'
import { livePosts } from './features/live-posts/feature.ts'
import { mentions } from './features/mentions/feature.ts'
import { messaging } from './features/messaging/feature.ts'
import { moderation } from './features/moderation/feature.ts'
import { notifications } from './features/notifications/feature.ts'
import { pictures } from './features/pictures/feature.ts'
import { posts } from './features/posts/feature.ts'
import { profiles } from './features/profiles/feature.ts'
import { review } from './features/review/feature.ts'
import { rooms } from './features/rooms/feature.ts'
import { skills } from './features/skills/feature.ts'
import { safety } from './features/safety/feature.ts'

/**
 * Every feature of the API. The app, the worker and the erasure of members derive from this list. Messaging is before rooms: their
 * locks are taken in this order.
 */
export const features: readonly Feature[] = [
  accounts,
  safety,
  mentions,
  livePosts,
  moderation,
  notifications,
  comments,
  posts,
  pictures,
  profiles,
  messaging,
  rooms,
  people,
  projects,
  roles,
  skills,
  joinRequests,
  updates,
  imports,
  review,
  exports,
]

/** What a block locks, besides what safety itself does. */
export const pairLocks: readonly LockPair[] = features.flatMap(({ lockPair = [] }) => lockPair)
