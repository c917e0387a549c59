import {
  listMessages,
  MESSAGES_PAGE_SIZE,
  type Participant,
} from '@dolph/contract/messaging/messaging'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callEndpoint } from '../../../lib/api/api.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { getFetchFailure } from '../fetch-failure.ts'
import { inboxQuery, threadQuery } from '../message-queries.ts'
import { getPeer } from '../receiving/inbox.ts'
import { threadSyncQuery } from '../receiving/sync-queries.ts'
import { applyOlderPage } from '../receiving/thread.ts'
import { useUnsentMessages } from '../sending/use-outbox.ts'
import { useMessagingClient } from '../use-messaging-client.ts'
import { buildDisplayedMessages, type DisplayedMessage } from './displayed-messages.ts'

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

/** What the server does not answer at all, the connection badge tells. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  return error.signedInAs === undefined && !['network', 'unavailable'].includes(error.code)
}

export function useThread(peerId: string): ThreadResult {
  const messaging = useMessagingClient()
  const { me, cache } = messaging
  const { data: thread } = useQuery(threadQuery(me, peerId))
  const { data: inbox } = useQuery(inboxQuery(me))
  const { isError, error, refetch } = useQuery(threadSyncQuery(messaging, peerId))
  const unsent = useUnsentMessages(peerId)

  const hasSyncFailed = isError && thread !== undefined && isRefused(error)
  useEffect(() => {
    if (hasSyncFailed) toast.error('Failed to sync messages')
  }, [hasSyncFailed])

  const older = useMutation({
    mutationFn: ({ before }: { peerId: string; before: string }) =>
      callEndpoint(listMessages, { querystring: { conversationWith: peerId, before } }),
    onSuccess: (page) =>
      cache.updateThread(peerId, (current) =>
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
    messages: buildDisplayedMessages(thread, unsent, me, cache.getRenderKey),
    isPending: !thread && !isError,
    failure: !thread && isError ? getFetchFailure(error) : null,
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
