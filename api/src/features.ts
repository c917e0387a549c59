import type { Feature } from './define-feature.ts'
import { accounts } from './features/accounts/feature.ts'
import { comments } from './features/comments/feature.ts'
import { messaging } from './features/messaging/feature.ts'
import { posts } from './features/posts/feature.ts'
import { profiles } from './features/profiles/feature.ts'

/** Every feature of the API. The app, the worker and the erasure of members derive from this list. */
export const features: readonly Feature[] = [accounts, comments, posts, profiles, messaging]
