import {
  deleteConversation,
  listMessages,
  THREAD_PAGE,
  type Conversation,
  type Message,
  type Party,
} from '@dolph/contract/messaging'
import { PAGE_SIZE } from '@dolph/contract/paging'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError, call, messageOf } from '../../lib/api.ts'
import { useDebounced } from '../../lib/debounced.ts'
import { toast } from '../../ui/toast.tsx'
import { useViewer } from '../accounts/use-viewer.ts'
import { changeThread, heldInbox, heldThread, tellInbox } from './cache.ts'
import { applyDeletion, applyRest, peerOf } from './conversations.ts'
import { fetchPage, listRefresh, threadSync } from './fetching.ts'
import { lookThrough } from './finding.ts'
import { allOf } from './keys.ts'
import { dropFailed, useUnsent } from './outbox.ts'
import { shownFrom, type ShownMessage } from './shown.ts'
import { applyEvent, applyPage } from './thread.ts'

interface Conversations {
  conversations: Conversation[]
  isPending: boolean
  failure: string | null
  retry: () => void
  hasMore: boolean
  readMore: () => void
  isReadingMore: boolean
}

/** The newest first. */
export function useConversations(): Conversations {
  const client = useQueryClient()
  const me = useMe()
  const { data: inbox } = useQuery(heldInbox(me))
  const { isError, error, refetch } = useQuery({ ...listRefresh(me), enabled: me !== '' })

  const more = useMutation({
    mutationFn: (cursor: string) => fetchPage(cursor, PAGE_SIZE),
    onSuccess: (page) =>
      client.setQueryData(heldInbox(me).queryKey, (now) => now && applyRest(now, page)),
    onError: () => toast.error(NOT_FETCHED),
    networkMode: 'always',
  })

  return {
    conversations: inbox?.conversations ?? [],
    isPending: !inbox && !isError,
    failure: !inbox && isError ? wordsFor(error) : null,
    retry: () => void refetch(),
    hasMore: inbox?.next != null,
    readMore: () => {
      if (inbox?.next != null && !more.isPending) more.mutate(inbox.next)
    },
    isReadingMore: more.isPending,
  }
}

interface OpenThread {
  /** Undefined until it is known who the other is: a conversation without a message does not say. */
  peer: Party | undefined
  /** Oldest first, unsent ones last. */
  messages: ShownMessage[]
  isPending: boolean
  failure: string | null
  retry: () => void
  hasOlder: boolean
  readOlder: () => void
  isReadingOlder: boolean
  olderFailed: boolean
}

export function useThread(peerId: string): OpenThread {
  const client = useQueryClient()
  const me = useMe()
  const { data: thread } = useQuery(heldThread(me, peerId))
  const { data: inbox } = useQuery(heldInbox(me))
  const { isError, error, refetch } = useQuery({ ...threadSync(me, peerId), enabled: me !== '' })
  const unsent = useUnsent(peerId)

  const isBehind = isError && thread !== undefined
  useEffect(() => {
    if (isBehind) toast.error('Failed to sync messages')
  }, [isBehind])

  const older = useMutation({
    mutationFn: ({ before }: { peerId: string; before: string }) =>
      call(listMessages, { querystring: { conversationWith: peerId, before } }),
    onSuccess: (page) =>
      changeThread(client, me, peerId, (now) => applyPage(now, page, page.length >= THREAD_PAGE)),
    networkMode: 'always',
  })
  const isOlderHere = older.variables?.peerId === peerId
  const known = thread?.messages.at(-1)

  return {
    peer:
      inbox?.conversations.find(({ peer }) => peer._id === peerId)?.peer ??
      (known && peerOf(known, me)),
    messages: shownFrom(thread, unsent, me),
    isPending: !thread && !isError,
    failure: !thread && isError ? wordsFor(error) : null,
    retry: () => void refetch(),
    hasOlder: thread?.from != null,
    readOlder: () => {
      const isUnderWay = older.isPending && isOlderHere
      if (thread?.from != null && !isUnderWay) older.mutate({ peerId, before: thread.from })
    },
    isReadingOlder: older.isPending && isOlderHere,
    olderFailed: older.isError && isOlderHere,
  }
}

export function useDeleteConversation(): {
  remove: (peerId: string) => Promise<boolean>
  isPending: boolean
} {
  const client = useQueryClient()
  const me = useMe()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (userId: string) => call(deleteConversation, { params: { userId } }),
    networkMode: 'always',
  })

  /** The newest that was here before it was taken away. What comes meanwhile may be newer, and stays. */
  function newestWith(peerId: string): string | undefined {
    const inbox = client.getQueryData(heldInbox(me).queryKey)
    const thread = client.getQueryData(heldThread(me, peerId).queryKey)
    const listed = inbox?.conversations.find(({ peer }) => peer._id === peerId)?.lastMessage
    return [listed, thread?.messages.at(-1)]
      .flatMap((message) => (message ? [message._id] : []))
      .toSorted()
      .at(-1)
  }

  return {
    remove: async (peerId) => {
      const upTo = newestWith(peerId)
      try {
        await mutateAsync(peerId)
      } catch {
        toast.error('Failed to delete conversation')
        return false
      }
      dropFailed(client, peerId)
      if (upTo !== undefined) {
        const event = { type: 'conversation_deleted', userId: peerId, upTo } as const
        changeThread(client, me, peerId, (now) => applyEvent(now, peerId, event))
        tellInbox(client, me, (now) => applyDeletion(now, peerId, upTo))
      }
      toast.success('Conversation deleted successfully')
      return true
    },
    isPending,
  }
}

interface FoundMessages {
  /** Newest first. */
  found: Message[]
  isPending: boolean
  failure: string | null
  hasMore: boolean
  /** Goes on, or tries once more what failed. */
  readMore: () => void
}

/** Looks through the whole conversation, also what was not read here. */
export function useFindMessages(peerId: string, q: string): FoundMessages {
  const me = useMe()
  const wanted = q.trim()
  const settled = useDebounced(wanted, FIND_PAUSE_MS)
  const isAsked = settled !== '' && wanted !== ''

  const { data, isFetching, isError, error, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: [...allOf(me), 'found', peerId, settled],
      queryFn: ({ pageParam, signal }) => lookThrough(peerId, settled, pageParam, signal),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }) => next,
      enabled: isAsked && me !== '',
      networkMode: 'always',
      // What was found long ago is looked for anew.
      staleTime: 0,
      gcTime: 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    })

  return {
    found: isAsked ? (data?.pages.flatMap(({ messages }) => messages) ?? []) : [],
    isPending: wanted !== '' && (wanted !== settled || isFetching),
    failure: isAsked && isError ? messageOf(error, 'Failed to search messages') : null,
    hasMore: isAsked && hasNextPage,
    readMore: () => {
      if (isFetching) return
      if (hasNextPage) void fetchNextPage()
      else if (isError) void refetch()
    },
  }
}

const FIND_PAUSE_MS = 300
const NOT_FETCHED = 'Failed to fetch messages'

function useMe(): string {
  return useViewer()?._id ?? ''
}

function wordsFor(error: unknown): string {
  const isUnreadable = error instanceof ApiError && error.code === 'unreadable'
  return isUnreadable ? 'Invalid messages data received' : NOT_FETCHED
}
