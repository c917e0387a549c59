import { markConversationRead } from '@dolph/contract/messaging'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callEndpoint } from '../../../lib/api/api.ts'
import { usePageVisible } from '../../../lib/use-page-visible.ts'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { viewerQuery } from '../../accounts/session/viewer-query.ts'
import { threadQuery, updateInbox } from './message-cache.ts'
import { applyReadMarker } from './inbox.ts'
import { isConversationVisible, markConversationVisible } from './visible-conversation.ts'
import { runMutation } from '../sending/run-mutation.ts'
import { findNewestUnreadId } from './thread.ts'

const RETRY_DELAY_MS = 5000

/** The last message reported as read, by the ids of both participants. */
const reportedByClient = new WeakMap<QueryClient, Map<string, string>>()

/** Marks incoming messages as read while the thread is on screen. */
export function useMarkRead(peerId: string, isAtEnd: boolean): void {
  const client = useQueryClient()
  const me = useViewer()?._id ?? ''
  const isVisible = usePageVisible()
  const isSeen = isAtEnd && isVisible
  const { data: upTo } = useQuery({
    ...threadQuery(me, peerId),
    select: (thread) => findNewestUnreadId(thread, peerId) ?? null,
  })

  useEffect(() => (isSeen ? markConversationVisible(peerId) : undefined), [isSeen, peerId])
  useEffect(() => {
    if (isSeen && upTo) void reportRead(client, { me, peerId, upTo })
  }, [client, me, peerId, isSeen, upTo])
}

interface ReadMarker {
  me: string
  peerId: string
  upTo: string
}

async function reportRead(client: QueryClient, marker: ReadMarker): Promise<void> {
  const { me, peerId, upTo } = marker
  const reported = getReported(client)
  const key = `${me}:${peerId}`
  const previous = reported.get(key) ?? ''
  if (previous >= upTo) return
  reported.set(key, upTo)
  try {
    await runMutation(client, () =>
      callEndpoint(markConversationRead, { params: { userId: peerId }, body: { upTo } }),
    )
    updateInbox(client, me, (inbox) => applyReadMarker(inbox, peerId, upTo))
  } catch {
    if (reported.get(key) !== upTo) return
    reported.set(key, previous)
    setTimeout(() => {
      const isSignedIn = client.getQueryData(viewerQuery.queryKey)?._id === me
      if (isSignedIn && isConversationVisible(peerId)) void reportRead(client, marker)
    }, RETRY_DELAY_MS)
  }
}

function getReported(client: QueryClient): Map<string, string> {
  const reported = reportedByClient.get(client) ?? new Map<string, string>()
  reportedByClient.set(client, reported)
  return reported
}
