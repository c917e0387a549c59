import type { ServerEvent } from '@dolph/contract/realtime'
import { useQuery, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { socket, type SocketState } from '../../lib/socket.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import { useViewer } from '../accounts/session/use-viewer.ts'
import { viewerQuery } from '../accounts/session/viewer-query.ts'
import {
  isOwnMessage,
  conversationListKey,
  syncKey,
  updateInbox,
  applyEventToThreads,
} from './receiving/message-cache.ts'
import { applyDeletion, applyReceipt } from './receiving/inbox.ts'
import {
  sendDeliveryReceipts,
  requeueUnconfirmedReceipts,
  removeReceipt,
  resetReceipts,
  sendPendingReceipts,
} from './receiving/delivery-receipts.ts'
import { isUndelivered, conversationListQuery } from './receiving/sync-queries.ts'
import { messagesKey } from './query-keys.ts'
import { cancelRetry } from './sending/retry-timer.ts'
import {
  clearOutboxes,
  removeAcknowledged,
  resumeOutboxes,
  startStoredOutboxes,
} from './sending/outbox.ts'
import { clearPresence, setPresence } from './presence/presence.ts'
import { playMessageSound } from './receiving/message-sound.ts'
import { mergeMessage } from './receiving/merge-message.ts'
import { resetTyping, setPeerTyping } from './presence/typing.ts'

const LIST_INTERVAL_MS = 30_000
const LIST_INTERVAL_DISCONNECTED_MS = 10_000
/** Delays the session check, so that a log-out in this tab, which also closes the socket, is handled first. */
const SESSION_CHECK_DELAY_MS = 3000

interface SocketConnection {
  state: SocketState
  /** The number of the last reconnect attempt. */
  attempt: number
  connectNow: () => void
}

export function useSocketConnection(): SocketConnection {
  const state = useSyncExternalStore(socket.subscribe, socket.getState, () => 'connecting' as const)
  const attempt = useSyncExternalStore(socket.subscribe, socket.getAttempt, () => 0)
  return { state, attempt, connectNow: socket.connectNow }
}

/** Keeps the socket connected while a member is signed in, and applies its events to the cache. Used once per page. */
export function useLiveMessages(): void {
  const client = useQueryClient()
  const me = useViewer()?._id
  const { state } = useSocketConnection()

  useQuery({
    ...conversationListQuery(me ?? ''),
    enabled: me !== undefined,
    refetchInterval: state === 'connected' ? LIST_INTERVAL_MS : LIST_INTERVAL_DISCONNECTED_MS,
  })

  useEffect(() => (me === undefined ? undefined : startLiveUpdates(client, me)), [client, me])
}

function startLiveUpdates(client: QueryClient, me: string): () => void {
  let sessionCheck: ReturnType<typeof setTimeout> | undefined
  const unsubscribeEvents = socket.onEvent((event) => handleServerEvent(client, me, event))
  const unsubscribeState = socket.subscribe(() => handleConnectionChange(client, me))
  const resume = () => resumeOutboxes(client)
  window.addEventListener('online', resume)
  startStoredOutboxes(client, me)
  socket.start(me, () => {
    sessionCheck = setTimeout(() => void checkSession(client), SESSION_CHECK_DELAY_MS)
  })

  return () => {
    clearTimeout(sessionCheck)
    unsubscribeEvents()
    unsubscribeState()
    window.removeEventListener('online', resume)
    socket.stop()
    resetTyping()
    clearPresence()
    resetReceipts()
    cancelRetry()
    // The same member is still signed in: the layout was only remounted.
    if (client.getQueryData(viewerQuery.queryKey)?._id === me) return
    clearOutboxes(client)
    client.removeQueries({ queryKey: messagesKey(me) })
  }
}

/** Refetches the viewer, by which the page notices a session that has ended. */
async function checkSession(client: QueryClient): Promise<void> {
  const member = await client.fetchQuery({ ...viewerQuery, staleTime: 0 }).catch(() => undefined)
  if (member !== null) socket.confirmSession()
}

function handleConnectionChange(client: QueryClient, me: string): void {
  if (socket.getState() !== 'connected') {
    resetTyping()
    clearPresence()
    requeueUnconfirmedReceipts()
    return
  }
  // Events published while the socket was disconnected are lost, so everything is refetched.
  for (const queryKey of [syncKey(me), conversationListKey(me)])
    void cancelAndRefetch(client, queryKey)
  sendPendingReceipts()
  resumeOutboxes(client)
}

/** Cancels first: a reply under way may be older than the events missed, and a first fetch would not be repeated. */
async function cancelAndRefetch(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey })
  await client.invalidateQueries({ queryKey })
}

function handleServerEvent(client: QueryClient, me: string, event: ServerEvent): void {
  switch (event.type) {
    case 'new_message':
      if (event.tempId !== undefined) removeAcknowledged(client, event.tempId)
      mergeMessage(client, me, event.message, event.tempId)
      if (isUndelivered(event.message, me)) sendDeliveryReceipts([event.message])
      if (event.message.sender._id === me) break
      setPeerTyping(event.message.sender._id, false)
      if (!event.message.read) void playMessageSound(event.message._id)
      break
    case 'message_delivered':
    case 'message_read':
      removeReceipt(event.messageId)
      applyEventToThreads(client, me, event)
      updateInbox(client, me, (inbox) =>
        applyReceipt(inbox, me, event, isOwnMessage(client, me, event.messageId)),
      )
      break
    case 'conversation_deleted':
      applyEventToThreads(client, me, event)
      updateInbox(client, me, (inbox) => applyDeletion(inbox, event.userId, event.upTo))
      break
    case 'typing':
      setPeerTyping(event.userId, event.isTyping)
      break
    case 'user_status':
      setPresence(event.userId, {
        isOnline: event.status === 'online',
        lastSeen: event.lastSeen,
      })
      break
    case 'error':
      if (event.tempId === undefined) toast.error(event.message)
      break
    default:
  }
}
