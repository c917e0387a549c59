import { listConversations, syncMessages, type Message } from '@dolph/contract/messaging'
import { PAGE_SIZE, PAGE_SIZE_MAX } from '@dolph/contract/paging'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../lib/api.ts'
import {
  inboxQuery,
  threadQuery,
  conversationListKey,
  scheduleListRefresh,
  syncKey,
  applyThreadReply,
} from './message-cache.ts'
import { replaceConversations, EMPTY_INBOX, type ConversationPage } from './inbox.ts'
import { acknowledgeDelivery } from './delivery-acknowledgements.ts'
import { applySync } from './thread.ts'

const SYNC_INTERVAL_MS = 10_000
/** No stamp of the server's is so late: it answers with the newest page and a stamp to go on from. */
const INITIAL_SYNC_TIME = '9999-12-31T23:59:59.999Z'
/** How often a list is asked for again because something was heard meanwhile. */
const LIST_ATTEMPTS_MAX = 3

/** Brings a conversation up to date. */
export const threadSyncQuery = (me: string, peerId: string) =>
  queryOptions({
    queryKey: syncKey(me, peerId),
    queryFn: async ({ client, signal }) => {
      const { queryKey } = threadQuery(me, peerId)
      for (;;) {
        const asked = client.getQueryData(queryKey)?.syncTime ?? null
        const querystring = { conversationWith: peerId, lastSyncTime: asked ?? INITIAL_SYNC_TIME }
        const reply = await callEndpoint(syncMessages, { querystring }, signal)
        applyThreadReply(client, me, peerId, (now) => applySync(now, asked, reply))
        acknowledgeDelivery(reply.messages.filter((message) => isUndelivered(message, me)))
        if (!reply.hasMore) return reply.syncTime
      }
    },
    refetchInterval: SYNC_INTERVAL_MS,
    staleTime: 0,
    networkMode: 'always',
  })

/** Brings the list of conversations up to date, as far as it was read. */
export const conversationListQuery = (me: string) =>
  queryOptions({
    queryKey: conversationListKey(me),
    queryFn: async ({ client, signal }) => {
      const { queryKey } = inboxQuery(me)
      const now = () => client.getQueryData(queryKey) ?? EMPTY_INBOX
      for (let tries = 1; ; tries += 1) {
        const { revision, conversations } = now()
        const page = await fetchConversations(conversations.length, signal)
        // What was heard meanwhile may be newer than this page.
        const isOld = now().revision !== revision
        if (isOld && tries < LIST_ATTEMPTS_MAX) continue
        if (isOld) scheduleListRefresh(client, me)
        client.setQueryData(queryKey, replaceConversations(now(), page))
        return now().revision
      }
    },
    networkMode: 'always',
  })

/** So many conversations from the top, in as few calls as it takes. */
async function fetchConversations(count: number, signal: AbortSignal): Promise<ConversationPage> {
  const wanted = Math.max(count, PAGE_SIZE)
  let page = await fetchConversationPage(null, Math.min(wanted, PAGE_SIZE_MAX), signal)
  while (page.next !== null && page.conversations.length < wanted) {
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

export function isUndelivered({ sender, delivered }: Message, me: string): boolean {
  return sender._id !== me && !delivered
}
