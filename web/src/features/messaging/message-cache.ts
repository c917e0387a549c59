import type { Message } from '@dolph/contract/messaging'
import type { ServerEvent } from '@dolph/contract/realtime'
import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query'
import type { Inbox, InboxUpdate } from './inbox.ts'
import { messagesKey, inboxKey } from './query-keys.ts'
import { applyEvent, findMessage, EMPTY_THREAD, type Thread } from './thread.ts'

/** As long as the lists of posts are kept. */
const THREAD_CACHE_MS = 30 * 60_000

/** What is known of a conversation. Nothing fetches it as a whole: parts of it are applied as they come. */
export const threadQuery = (me: string, peerId: string) =>
  queryOptions<Thread>({
    queryKey: [...messagesKey(me), 'thread', peerId],
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: THREAD_CACHE_MS,
    structuralSharing: false,
  })

/** What is known of the list of conversations, in the same manner. */
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

type ThreadUpdate = (now: Thread) => Thread

/** What was heard of conversations that are being fetched for the first time: the reply may be older than that. */
const pendingUpdates = new WeakMap<object, ThreadUpdate[]>()

/** A conversation that nobody has opened is not started by something that happens in it. */
export function updateThread(
  client: QueryClient,
  me: string,
  peerId: string,
  by: ThreadUpdate,
): void {
  const { queryKey } = threadQuery(me, peerId)
  const query = client.getQueryCache().find({ queryKey })
  if (query?.state.data) client.setQueryData(queryKey, (now) => now && by(now))
  else if (query) pendingUpdates.set(query, [...(pendingUpdates.get(query) ?? []), by])
}

/** Applies what was heard to every conversation that is held. */
export function applyEventToThreads(client: QueryClient, me: string, event: ServerEvent): void {
  for (const queryKey of listThreadKeys(client, me)) {
    const peerId = String(queryKey.at(-1))
    updateThread(client, me, peerId, (now) => applyEvent(now, peerId, event))
  }
}

/** Applies what the server has replied, which may be the first that is known of the conversation. */
export function applyThreadReply(
  client: QueryClient,
  me: string,
  peerId: string,
  by: ThreadUpdate,
): void {
  const { queryKey } = threadQuery(me, peerId)
  const query = client.getQueryCache().find({ queryKey })
  const early = (query && pendingUpdates.get(query)) ?? []
  if (query) pendingUpdates.delete(query)
  client.setQueryData(queryKey, (now) =>
    early.reduce((thread, change) => change(thread), by(now ?? EMPTY_THREAD)),
  )
}

/** Whether it is the member's own, as far as the conversations that are held can say. */
export function isOwnMessage(client: QueryClient, me: string, messageId: string): boolean {
  return listThreadKeys(client, me).some((queryKey) => {
    const thread = client.getQueryData(queryKey)
    return thread !== undefined && findMessage(thread, messageId)?.sender._id === me
  })
}

/** Applies what was heard to the list; fetches it anew where that does not say all. */
export function updateInbox(
  client: QueryClient,
  me: string,
  by: (now: Inbox) => InboxUpdate,
): void {
  const { queryKey } = inboxQuery(me)
  const now = client.getQueryData(queryKey)
  const told = now && by(now)
  if (told) client.setQueryData(queryKey, told.inbox)
  // A list that is on its way for the first time may be older than this.
  if (!told?.isComplete) scheduleListRefresh(client, me)
}

const REFRESH_DELAY_MS = 500
const refreshTimers = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>()

/** Fifty receipts at once are one question. */
export function scheduleListRefresh(client: QueryClient, me: string): void {
  if (refreshTimers.has(client)) return
  const timer = setTimeout(() => {
    refreshTimers.delete(client)
    void client.invalidateQueries({ queryKey: conversationListKey(me) })
  }, REFRESH_DELAY_MS)
  refreshTimers.set(client, timer)
}

/** A name for a message that stays while it is sent and after it has arrived, so that it is not drawn anew. */
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
