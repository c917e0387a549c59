import type { ServerEvent } from '@dolph/contract/realtime'
import { useQuery, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { socket, type SocketState } from '../../lib/socket.ts'
import { toast } from '../../ui/toast.tsx'
import { useViewer } from '../accounts/use-viewer.ts'
import { viewer } from '../accounts/viewer.ts'
import { isOwn, listKey, syncKey, tellInbox, tellThreads } from './cache.ts'
import { applyDeletion, applyReceipt } from './conversations.ts'
import {
  acknowledge,
  doubtTold,
  forgetAcknowledged,
  forgetWaiting,
  tellWaiting,
} from './deliveries.ts'
import { isUndelivered, listRefresh } from './fetching.ts'
import { allOf } from './keys.ts'
import { forgetNextTry } from './next-try.ts'
import { forgetOutboxes, resumeOutboxes, settleSent } from './outbox.ts'
import { forgetPresence, notePresence } from './presence.ts'
import { sound } from './sound.ts'
import { takeIn } from './take-in.ts'
import { forgetTyping, notePeerTyping } from './typing.ts'

const LIST_MS = 30_000
const LIST_ALONE_MS = 10_000
/** Whoever logs out or deletes the account here is sent away too, and has left by then. */
const SENT_AWAY_PAUSE_MS = 3000

export function useConnection(): { state: SocketState; retry: () => void } {
  const state = useSyncExternalStore(socket.subscribe, socket.read, () => 'connecting' as const)
  return { state, retry: socket.retry }
}

/** Keeps this tab connected while somebody is signed in, and everything it shows of messages true. Once per page. */
export function useLiveMessages(): void {
  const client = useQueryClient()
  const me = useViewer()?._id
  const { state } = useConnection()

  useQuery({
    ...listRefresh(me ?? ''),
    enabled: me !== undefined,
    refetchInterval: state === 'connected' ? LIST_MS : LIST_ALONE_MS,
  })

  useEffect(() => (me === undefined ? undefined : goLive(client, me)), [client, me])
}

function goLive(client: QueryClient, me: string): () => void {
  let asking: ReturnType<typeof setTimeout> | undefined
  const stopHearing = socket.hear((event) => take(client, me, event))
  const stopWatching = socket.subscribe(() => follow(client, me))
  const resume = () => resumeOutboxes(client)
  window.addEventListener('online', resume)
  socket.start(me, () => {
    asking = setTimeout(() => void askWhoIsThere(client), SENT_AWAY_PAUSE_MS)
  })

  return () => {
    clearTimeout(asking)
    stopHearing()
    stopWatching()
    window.removeEventListener('online', resume)
    socket.stop()
    forgetTyping()
    forgetPresence()
    forgetWaiting()
    forgetNextTry()
    // The layout may only be drawn anew.
    if (client.getQueryData(viewer.queryKey)?._id === me) return
    forgetOutboxes(client)
    client.removeQueries({ queryKey: allOf(me) })
  }
}

/** If the session has ended, the page finds out by this. A new one of the same member has a connection of its own. */
async function askWhoIsThere(client: QueryClient): Promise<void> {
  const member = await client.fetchQuery({ ...viewer, staleTime: 0 }).catch(() => undefined)
  if (member !== null) socket.comeBack()
}

function follow(client: QueryClient, me: string): void {
  if (socket.read() !== 'connected') {
    forgetTyping()
    forgetPresence()
    doubtTold()
    return
  }
  // Nothing that was said meanwhile is said again.
  for (const queryKey of [syncKey(me), listKey(me)]) void askAnew(client, queryKey)
  tellWaiting()
  resumeOutboxes(client)
}

/** What is on its way may be older than what was said before we could hear; and a first answer is not asked for twice. */
async function askAnew(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey })
  await client.invalidateQueries({ queryKey })
}

function take(client: QueryClient, me: string, event: ServerEvent): void {
  switch (event.type) {
    case 'new_message':
      if (event.tempId !== undefined) settleSent(client, event.tempId)
      takeIn(client, me, event.message, event.tempId)
      if (isUndelivered(event.message, me)) acknowledge([event.message])
      if (event.message.sender._id === me) break
      notePeerTyping(event.message.sender._id, false)
      if (!event.message.read) void sound(event.message._id)
      break
    case 'message_delivered':
    case 'message_read':
      forgetAcknowledged(event.messageId)
      tellThreads(client, me, event)
      tellInbox(client, me, (now) =>
        applyReceipt(now, me, event, isOwn(client, me, event.messageId)),
      )
      break
    case 'conversation_deleted':
      tellThreads(client, me, event)
      tellInbox(client, me, (now) => applyDeletion(now, event.userId, event.upTo))
      break
    case 'typing':
      notePeerTyping(event.userId, event.isTyping)
      break
    case 'user_status':
      notePresence(event.userId, {
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
