import type { Message } from '@dolph/contract/messaging'
import type { ServerEvent } from '@dolph/contract/realtime'
import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query'
import type { Inbox, Told } from './conversations.ts'
import { allOf, inboxKey } from './keys.ts'
import { applyEvent, messageIn, NO_MESSAGES, type Thread } from './thread.ts'

/** As long as the lists of posts are kept. */
const THREADS_KEPT_MS = 30 * 60_000

/** What is known of a conversation. Nothing fetches it as a whole: parts of it are applied as they come. */
export const heldThread = (me: string, peerId: string) =>
  queryOptions<Thread>({
    queryKey: [...allOf(me), 'thread', peerId],
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: THREADS_KEPT_MS,
    structuralSharing: false,
  })

/** What is known of the list of conversations, in the same manner. */
export const heldInbox = (me: string) =>
  queryOptions<Inbox>({
    queryKey: inboxKey(me),
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  })

export const syncKey = (me: string, peerId?: string) =>
  [...allOf(me), 'sync', ...(peerId === undefined ? [] : [peerId])] as const

export const listKey = (me: string) => [...allOf(me), 'list'] as const

type Change = (now: Thread) => Thread

/** What was heard of conversations that are being fetched for the first time: the reply may be older than that. */
const heard = new WeakMap<object, Change[]>()

/** A conversation that nobody has opened is not started by something that happens in it. */
export function changeThread(client: QueryClient, me: string, peerId: string, by: Change): void {
  const { queryKey } = heldThread(me, peerId)
  const query = client.getQueryCache().find({ queryKey })
  if (query?.state.data) client.setQueryData(queryKey, (now) => now && by(now))
  else if (query) heard.set(query, [...(heard.get(query) ?? []), by])
}

/** Applies what was heard to every conversation that is held. */
export function tellThreads(client: QueryClient, me: string, event: ServerEvent): void {
  for (const queryKey of threadsOf(client, me)) {
    const peerId = String(queryKey.at(-1))
    changeThread(client, me, peerId, (now) => applyEvent(now, peerId, event))
  }
}

/** Applies what the server has replied, which may be the first that is known of the conversation. */
export function takeReply(client: QueryClient, me: string, peerId: string, by: Change): void {
  const { queryKey } = heldThread(me, peerId)
  const query = client.getQueryCache().find({ queryKey })
  const early = (query && heard.get(query)) ?? []
  if (query) heard.delete(query)
  client.setQueryData(queryKey, (now) =>
    early.reduce((thread, change) => change(thread), by(now ?? NO_MESSAGES)),
  )
}

/** Whether it is the member's own, as far as the conversations that are held can say. */
export function isOwn(client: QueryClient, me: string, messageId: string): boolean {
  return threadsOf(client, me).some((queryKey) => {
    const thread = client.getQueryData(queryKey)
    return thread !== undefined && messageIn(thread, messageId)?.sender._id === me
  })
}

/** Applies what was heard to the list; fetches it anew where that does not say all. */
export function tellInbox(client: QueryClient, me: string, by: (now: Inbox) => Told): void {
  const { queryKey } = heldInbox(me)
  const now = client.getQueryData(queryKey)
  const told = now && by(now)
  if (told) client.setQueryData(queryKey, told.inbox)
  // A list that is on its way for the first time may be older than this.
  if (!told?.isSure) refreshSoon(client, me)
}

const REFRESH_PAUSE_MS = 500
const due = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>()

/** Fifty receipts at once are one question. */
export function refreshSoon(client: QueryClient, me: string): void {
  if (due.has(client)) return
  const timer = setTimeout(() => {
    due.delete(client)
    void client.invalidateQueries({ queryKey: listKey(me) })
  }, REFRESH_PAUSE_MS)
  due.set(client, timer)
}

/** A name for a message that stays while it is sent and after it has arrived, so that it is not drawn anew. */
export function keyOf({ _id }: Pick<Message, '_id'>): string {
  return names.get(_id) ?? _id
}

export function nameAs(tempId: string, { _id }: Message): void {
  names.set(_id, tempId)
}

export function forgetNames(): void {
  names.clear()
}

const names = new Map<string, string>()

function threadsOf(client: QueryClient, me: string) {
  return client
    .getQueryCache()
    .findAll({ queryKey: [...allOf(me), 'thread'] })
    .map(({ queryKey }) => heldThread(me, String(queryKey.at(-1))).queryKey)
}
