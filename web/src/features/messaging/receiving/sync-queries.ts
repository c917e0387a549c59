import { listConversations, syncMessages } from '@dolph/contract/messaging/messaging'
import { PAGE_SIZE, PAGE_SIZE_MAX } from '@dolph/contract/paging'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/api.ts'
import { conversationListKey, inboxQuery, syncKey, threadQuery } from '../message-queries.ts'
import type { MessagingClient } from '../messaging-client.ts'
import { replaceConversations, EMPTY_INBOX, type ConversationPage } from './inbox.ts'
import { applySync, isUndelivered } from './thread.ts'

const SYNC_INTERVAL_MS = 10_000
/** How often the list is fetched in a row when events keep changing it during the fetch. */
const LIST_ATTEMPTS_MAX = 3

/** Brings a conversation up to date. */
export const threadSyncQuery = ({ me, cache, receipts }: MessagingClient, peerId: string) =>
  queryOptions({
    queryKey: syncKey(me, peerId),
    queryFn: async ({ client, signal }) => {
      const { queryKey } = threadQuery(me, peerId)
      for (;;) {
        const since = client.getQueryData(queryKey)?.syncTime ?? null
        const start = since === null ? { from: 'newest' as const } : { lastSyncTime: since }
        const querystring = { conversationWith: peerId, ...start }
        const reply = await callEndpoint(syncMessages, { querystring }, signal)
        cache.applyThreadReply(peerId, (thread) => applySync(thread, since, reply))
        receipts.add(reply.messages.filter((message) => isUndelivered(message, me)))
        if (!reply.hasMore) return reply.syncTime
      }
    },
    refetchInterval: SYNC_INTERVAL_MS,
    staleTime: 0,
    networkMode: 'always',
  })

/** Refetches the list of conversations, as many of them as are cached. */
export const conversationListQuery = ({ me, cache }: MessagingClient) =>
  queryOptions({
    queryKey: conversationListKey(me),
    queryFn: async ({ client, signal }) => {
      const { queryKey } = inboxQuery(me)
      const getInbox = () => client.getQueryData(queryKey) ?? EMPTY_INBOX
      for (let attempt = 1; ; attempt += 1) {
        const { revision, conversations } = getInbox()
        const page = await fetchConversations(conversations.length, signal)
        // An event that arrived during the fetch may be newer than this page.
        const isOutdated = getInbox().revision !== revision
        if (isOutdated && attempt < LIST_ATTEMPTS_MAX) continue
        if (isOutdated) cache.scheduleListRefresh()
        client.setQueryData(queryKey, replaceConversations(getInbox(), page))
        return getInbox().revision
      }
    },
    networkMode: 'always',
  })

/** The newest `count` conversations, in as few requests as possible. */
async function fetchConversations(count: number, signal: AbortSignal): Promise<ConversationPage> {
  const target = Math.max(count, PAGE_SIZE)
  let page = await fetchConversationPage(null, Math.min(target, PAGE_SIZE_MAX), signal)
  while (page.next !== null && page.conversations.length < target) {
    const rest = await fetchConversationPage(page.next, PAGE_SIZE_MAX, signal)
    page = { ...rest, conversations: [...page.conversations, ...rest.conversations] }
  }
  return page
}

export async function fetchConversationPage(
  cursor: string | null,
  limit: number,
  signal?: AbortSignal,
): Promise<ConversationPage> {
  const querystring = { limit, ...(cursor !== null && { cursor }) }
  const reply = await callEndpoint(listConversations, { querystring }, signal)
  return { conversations: reply.data, unread: reply.unreadCount, next: reply.nextCursor }
}
