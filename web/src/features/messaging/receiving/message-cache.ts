import type { Message } from '@dolph/contract/messaging'
import type { ServerEvent } from '@dolph/contract/realtime'
import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query'
import type { Inbox, InboxUpdate } from './inbox.ts'
import { messagesKey, inboxKey } from '../query-keys.ts'
import { applyEvent, findMessage, EMPTY_THREAD, type Thread } from './thread.ts'

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

export const syncKey = (me: string, peerId?: string) =>
  [...messagesKey(me), 'sync', ...(peerId === undefined ? [] : [peerId])] as const

export const conversationListKey = (me: string) => [...messagesKey(me), 'list'] as const

type ThreadUpdate = (thread: Thread) => Thread

/** Updates to conversations whose first fetch is still running, applied after its reply, which may be older than they are. */
const pendingUpdates = new WeakMap<object, ThreadUpdate[]>()

/** Updates a cached conversation; one that was never opened is not created by an event. */
export function updateThread(
  client: QueryClient,
  me: string,
  peerId: string,
  update: ThreadUpdate,
): void {
  const { queryKey } = threadQuery(me, peerId)
  const query = client.getQueryCache().find({ queryKey })
  if (query?.state.data) client.setQueryData(queryKey, (thread) => thread && update(thread))
  else if (query) pendingUpdates.set(query, [...(pendingUpdates.get(query) ?? []), update])
}

/** Applies a server event to every cached conversation. */
export function applyEventToThreads(client: QueryClient, me: string, event: ServerEvent): void {
  for (const queryKey of listThreadKeys(client, me)) {
    const peerId = String(queryKey.at(-1))
    updateThread(client, me, peerId, (thread) => applyEvent(thread, peerId, event))
  }
}

/** Applies a reply of the server, creating the conversation in the cache if it is the first one. */
export function applyThreadReply(
  client: QueryClient,
  me: string,
  peerId: string,
  update: ThreadUpdate,
): void {
  const { queryKey } = threadQuery(me, peerId)
  const query = client.getQueryCache().find({ queryKey })
  const earlierUpdates = (query && pendingUpdates.get(query)) ?? []
  if (query) pendingUpdates.delete(query)
  client.setQueryData(queryKey, (current) =>
    earlierUpdates.reduce((thread, apply) => apply(thread), update(current ?? EMPTY_THREAD)),
  )
}

/** Whether the member sent this message; false if no cached conversation contains it. */
export function isOwnMessage(client: QueryClient, me: string, messageId: string): boolean {
  return listThreadKeys(client, me).some((queryKey) => {
    const thread = client.getQueryData(queryKey)
    return thread !== undefined && findMessage(thread, messageId)?.sender._id === me
  })
}

/** Updates the cached list, and refetches it if the update does not determine the new state. */
export function updateInbox(
  client: QueryClient,
  me: string,
  update: (inbox: Inbox) => InboxUpdate,
): void {
  const { queryKey } = inboxQuery(me)
  const inbox = client.getQueryData(queryKey)
  const result = inbox && update(inbox)
  if (result) client.setQueryData(queryKey, result.inbox)
  // Refetched also when nothing is cached yet: the first reply, still under way, may be older than this update.
  if (!result || result.needsRefetch) scheduleListRefresh(client, me)
}

const REFRESH_DELAY_MS = 500
const refreshTimers = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>()

/** Delayed, so that fifty receipts at once cause one request. */
export function scheduleListRefresh(client: QueryClient, me: string): void {
  if (refreshTimers.has(client)) return
  const timer = setTimeout(() => {
    refreshTimers.delete(client)
    void client.invalidateQueries({ queryKey: conversationListKey(me) })
  }, REFRESH_DELAY_MS)
  refreshTimers.set(client, timer)
}

/** A React key that stays the same while a message is sent and after it is acknowledged, so that its row is not remounted. */
export function getRenderKey({ _id }: Pick<Message, '_id'>): string {
  return renderKeys.get(_id) ?? _id
}

export function setRenderKey(tempId: string, { _id }: Message): void {
  renderKeys.set(_id, tempId)
}

export function clearRenderKeys(): void {
  renderKeys.clear()
}

const renderKeys = new Map<string, string>()

function listThreadKeys(client: QueryClient, me: string) {
  return client
    .getQueryCache()
    .findAll({ queryKey: [...messagesKey(me), 'thread'] })
    .map(({ queryKey }) => threadQuery(me, String(queryKey.at(-1))).queryKey)
}
