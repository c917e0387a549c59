import { queryOptions, skipToken } from '@tanstack/react-query'
import { messagesKey, inboxKey } from './query-keys.ts'
import type { Inbox } from './receiving/inbox.ts'
import type { Thread } from './receiving/thread.ts'
import type { UnsentMessage } from './sending/outbox-state.ts'

/** The same as for the lists of posts. */
const THREAD_CACHE_MS = 30 * 60_000

/** The cached messages of a conversation. It has no fetcher: syncs, pages and events are merged into it as they arrive. */
export const threadQuery = (me: string, peerId: string) =>
  queryOptions<Thread>({
    queryKey: [...messagesKey(me), 'thread', peerId],
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: THREAD_CACHE_MS,
    structuralSharing: false,
  })

/** The cached list of conversations, filled in the same way. */
export const inboxQuery = (me: string) =>
  queryOptions<Inbox>({
    queryKey: inboxKey(me),
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  })

/** The messages to this peer that the server has not acknowledged, oldest first. */
export const unsentQuery = (me: string, peerId: string) =>
  queryOptions<UnsentMessage[]>({
    queryKey: [...messagesKey(me), 'unsent', peerId],
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  })

export const syncKey = (me: string, peerId?: string) =>
  [...messagesKey(me), 'sync', ...(peerId === undefined ? [] : [peerId])] as const

export const conversationListKey = (me: string) => [...messagesKey(me), 'list'] as const
