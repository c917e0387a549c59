import {
  deleteConversation,
  listMessages,
  MESSAGES_PAGE_SIZE,
  type Conversation,
  type Message,
  type Participant,
} from '@dolph/contract/messaging'
import { PAGE_SIZE } from '@dolph/contract/paging'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callEndpoint } from '../../lib/api/api.ts'
import { ApiError, getErrorMessage } from '../../lib/api/api-error.ts'
import { useDebouncedValue } from '../../lib/use-debounced-value.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import { useViewer } from '../accounts/session/use-viewer.ts'
import { updateThread, inboxQuery, threadQuery, updateInbox } from './receiving/message-cache.ts'
import { applyDeletion, appendConversations, getPeer } from './receiving/inbox.ts'
import {
  fetchConversationPage,
  conversationListQuery,
  threadSyncQuery,
} from './receiving/sync-queries.ts'
import { searchConversation } from './search/search-conversation.ts'
import { messagesKey } from './query-keys.ts'
import { discardFailed, useUnsentMessages } from './sending/outbox.ts'
import { buildDisplayedMessages, type DisplayedMessage } from './conversation/displayed-messages.ts'
import { applyEvent, applyOlderPage } from './receiving/thread.ts'

interface ConversationsResult {
  conversations: Conversation[]
  isPending: boolean
  failure: string | null
  retry: () => void
  hasMore: boolean
  loadMore: () => void
  isLoadingMore: boolean
}

/** The conversations of the member, newest first. */
export function useConversations(): ConversationsResult {
  const client = useQueryClient()
  const me = useViewerId()
  const { data: inbox } = useQuery(inboxQuery(me))
  const { isError, error, refetch } = useQuery({ ...conversationListQuery(me), enabled: me !== '' })

  const more = useMutation({
    mutationFn: (cursor: string) => fetchConversationPage(cursor, PAGE_SIZE),
    onSuccess: (page) =>
      client.setQueryData(
        inboxQuery(me).queryKey,
        (current) => current && appendConversations(current, page),
      ),
    onError: () => toast.error(FETCH_FAILED),
    networkMode: 'always',
  })

  return {
    conversations: inbox?.conversations ?? [],
    isPending: !inbox && !isError,
    failure: !inbox && isError ? getFailureMessage(error) : null,
    retry: () => void refetch(),
    hasMore: inbox?.next != null,
    loadMore: () => {
      if (inbox?.next != null && !more.isPending) more.mutate(inbox.next)
    },
    isLoadingMore: more.isPending,
  }
}

interface ThreadResult {
  /** Undefined until it is known: a conversation without messages does not name its peer. */
  peer: Participant | undefined
  /** Oldest first, unsent ones last. */
  messages: DisplayedMessage[]
  isPending: boolean
  failure: string | null
  retry: () => void
  hasOlder: boolean
  loadOlder: () => void
  isLoadingOlder: boolean
  hasOlderFailed: boolean
}

export function useThread(peerId: string): ThreadResult {
  const client = useQueryClient()
  const me = useViewerId()
  const { data: thread } = useQuery(threadQuery(me, peerId))
  const { data: inbox } = useQuery(inboxQuery(me))
  const { isError, error, refetch } = useQuery({
    ...threadSyncQuery(me, peerId),
    enabled: me !== '',
  })
  const unsent = useUnsentMessages(peerId)

  const isSwitched = error instanceof ApiError && error.signedInAs !== undefined
  const hasSyncFailed = isError && thread !== undefined && !isSwitched
  useEffect(() => {
    if (hasSyncFailed) toast.error('Failed to sync messages')
  }, [hasSyncFailed])

  const older = useMutation({
    mutationFn: ({ before }: { peerId: string; before: string }) =>
      callEndpoint(listMessages, { querystring: { conversationWith: peerId, before } }),
    onSuccess: (page) =>
      updateThread(client, me, peerId, (current) =>
        applyOlderPage(current, page, page.length >= MESSAGES_PAGE_SIZE),
      ),
    networkMode: 'always',
  })
  const isOlderOfThisPeer = older.variables?.peerId === peerId
  const lastMessage = thread?.messages.at(-1)

  return {
    peer:
      inbox?.conversations.find(({ peer }) => peer._id === peerId)?.peer ??
      (lastMessage && getPeer(lastMessage, me)),
    messages: buildDisplayedMessages(thread, unsent, me),
    isPending: !thread && !isError,
    failure: !thread && isError ? getFailureMessage(error) : null,
    retry: () => void refetch(),
    hasOlder: thread?.loadedFrom != null,
    loadOlder: () => {
      const isLoading = older.isPending && isOlderOfThisPeer
      if (thread?.loadedFrom != null && !isLoading)
        older.mutate({ peerId, before: thread.loadedFrom })
    },
    isLoadingOlder: older.isPending && isOlderOfThisPeer,
    hasOlderFailed: older.isError && isOlderOfThisPeer,
  }
}

export function useDeleteConversation(): {
  remove: (peerId: string) => Promise<boolean>
  isPending: boolean
} {
  const client = useQueryClient()
  const me = useViewerId()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (userId: string) => callEndpoint(deleteConversation, { params: { userId } }),
    networkMode: 'always',
  })

  /** The newest message before the deletion; messages that arrive during the request are newer, and stay. */
  function findNewestId(peerId: string): string | undefined {
    const inbox = client.getQueryData(inboxQuery(me).queryKey)
    const thread = client.getQueryData(threadQuery(me, peerId).queryKey)
    const listed = inbox?.conversations.find(({ peer }) => peer._id === peerId)?.lastMessage
    return [listed, thread?.messages.at(-1)]
      .flatMap((message) => (message ? [message._id] : []))
      .toSorted()
      .at(-1)
  }

  return {
    remove: async (peerId) => {
      const upTo = findNewestId(peerId)
      try {
        await mutateAsync(peerId)
      } catch {
        toast.error('Failed to delete conversation')
        return false
      }
      discardFailed(client, peerId)
      if (upTo !== undefined) {
        const event = { type: 'conversation_deleted', userId: peerId, upTo } as const
        updateThread(client, me, peerId, (thread) => applyEvent(thread, peerId, event))
        updateInbox(client, me, (inbox) => applyDeletion(inbox, peerId, upTo))
      }
      toast.success('Conversation deleted successfully')
      return true
    },
    isPending,
  }
}

interface MessageSearchResult {
  /** Newest first. */
  matches: Message[]
  isPending: boolean
  failure: string | null
  hasMore: boolean
  /** Loads the next page, or retries the search that failed. */
  loadMore: () => void
}

/** Searches the whole conversation on the server, also messages that are not loaded here. */
export function useMessageSearch(peerId: string, q: string): MessageSearchResult {
  const me = useViewerId()
  const term = q.trim()
  const debouncedTerm = useDebouncedValue(term, SEARCH_DEBOUNCE_MS)
  const isEnabled = debouncedTerm !== '' && term !== ''

  const { data, isFetching, isError, error, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: [...messagesKey(me), 'search', peerId, debouncedTerm],
      queryFn: ({ pageParam, signal }) =>
        searchConversation(peerId, debouncedTerm, pageParam, signal),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }) => next,
      enabled: isEnabled && me !== '',
      networkMode: 'always',
      // Always stale: new messages may match by the time the search is opened again.
      staleTime: 0,
      gcTime: 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    })

  return {
    matches: isEnabled ? (data?.pages.flatMap(({ messages }) => messages) ?? []) : [],
    isPending: term !== '' && (term !== debouncedTerm || isFetching),
    failure: isEnabled && isError ? getErrorMessage(error, 'Failed to search messages') : null,
    hasMore: isEnabled && hasNextPage,
    loadMore: () => {
      if (isFetching) return
      if (hasNextPage) void fetchNextPage()
      else if (isError) void refetch()
    },
  }
}

const SEARCH_DEBOUNCE_MS = 300
const FETCH_FAILED = 'Failed to fetch messages'

function useViewerId(): string {
  return useViewer()?._id ?? ''
}

function getFailureMessage(error: unknown): string {
  const isInvalidResponse = error instanceof ApiError && error.code === 'invalid-response'
  return isInvalidResponse ? 'Invalid messages data received' : FETCH_FAILED
}
