import { listConversations, syncMessages, type Message } from '@dolph/contract/messaging'
import { PAGE_SIZE, PAGE_SIZE_MAX } from '@dolph/contract/paging'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { heldInbox, heldThread, listKey, refreshSoon, syncKey, takeReply } from './cache.ts'
import { applyList, NO_CONVERSATIONS, type ListPage } from './conversations.ts'
import { acknowledge } from './deliveries.ts'
import { applySync } from './thread.ts'

const SYNC_MS = 10_000
/** No stamp of the server's is so late: it answers with the newest page and a stamp to go on from. */
const NEVER = '9999-12-31T23:59:59.999Z'
/** How often a list is asked for again because something was heard meanwhile. */
const LIST_TRIES = 3

/** Brings a conversation up to date. */
export const threadSync = (me: string, peerId: string) =>
  queryOptions({
    queryKey: syncKey(me, peerId),
    queryFn: async ({ client, signal }) => {
      const { queryKey } = heldThread(me, peerId)
      for (;;) {
        const asked = client.getQueryData(queryKey)?.syncTime ?? null
        const querystring = { conversationWith: peerId, lastSyncTime: asked ?? NEVER }
        const reply = await call(syncMessages, { querystring }, signal)
        takeReply(client, me, peerId, (now) => applySync(now, asked, reply))
        acknowledge(reply.messages.filter((message) => isUndelivered(message, me)))
        if (!reply.hasMore) return reply.syncTime
      }
    },
    refetchInterval: SYNC_MS,
    staleTime: 0,
    networkMode: 'always',
  })

/** Brings the list of conversations up to date, as far as it was read. */
export const listRefresh = (me: string) =>
  queryOptions({
    queryKey: listKey(me),
    queryFn: async ({ client, signal }) => {
      const { queryKey } = heldInbox(me)
      const now = () => client.getQueryData(queryKey) ?? NO_CONVERSATIONS
      for (let tries = 1; ; tries += 1) {
        const { changes, conversations } = now()
        const page = await fetchList(conversations.length, signal)
        // What was heard meanwhile may be newer than this page.
        const isOld = now().changes !== changes
        if (isOld && tries < LIST_TRIES) continue
        if (isOld) refreshSoon(client, me)
        client.setQueryData(queryKey, applyList(now(), page))
        return now().changes
      }
    },
    networkMode: 'always',
  })

/** So many conversations from the top, in as few calls as it takes. */
async function fetchList(count: number, signal: AbortSignal): Promise<ListPage> {
  const wanted = Math.max(count, PAGE_SIZE)
  let page = await fetchPage(null, Math.min(wanted, PAGE_SIZE_MAX), signal)
  while (page.next !== null && page.conversations.length < wanted) {
    const rest = await fetchPage(page.next, PAGE_SIZE_MAX, signal)
    page = { ...rest, conversations: [...page.conversations, ...rest.conversations] }
  }
  return page
}

export async function fetchPage(
  cursor: string | null,
  limit: number,
  signal?: AbortSignal,
): Promise<ListPage> {
  const querystring = { limit, ...(cursor !== null && { cursor }) }
  const reply = await call(listConversations, { querystring }, signal)
  return { conversations: reply.data, unread: reply.unreadCount, next: reply.nextCursor }
}

export function isUndelivered({ sender, delivered }: Message, me: string): boolean {
  return sender._id !== me && !delivered
}
