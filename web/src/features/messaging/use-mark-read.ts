import { markConversationRead } from '@dolph/contract/messaging'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callEndpoint } from '../../lib/api.ts'
import { usePageVisible } from '../../lib/use-page-visible.ts'
import { useViewer } from '../accounts/use-viewer.ts'
import { viewerQuery } from '../accounts/viewer-query.ts'
import { threadQuery, updateInbox } from './message-cache.ts'
import { applyReadMarker } from './inbox.ts'
import { isConversationVisible, markConversationVisible } from './visible-conversation.ts'
import { runMutation } from './run-mutation.ts'
import { findNewestUnreadId } from './thread.ts'

const RETRY_DELAY_MS = 5000

/** Up to where the server was told, by the names of both. */
const reportedByClient = new WeakMap<QueryClient, Map<string, string>>()

/** Marks incoming messages read while somebody looks at the thread. */
export function useMarkRead(peerId: string, isLooking: boolean): void {
  const client = useQueryClient()
  const me = useViewer()?._id ?? ''
  const isVisible = usePageVisible()
  const isSeen = isLooking && isVisible
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

async function reportRead(client: QueryClient, reading: ReadMarker): Promise<void> {
  const { me, peerId, upTo } = reading
  const places = getReported(client)
  const place = `${me}:${peerId}`
  const before = places.get(place) ?? ''
  if (before >= upTo) return
  places.set(place, upTo)
  try {
    await runMutation(client, () =>
      callEndpoint(markConversationRead, { params: { userId: peerId }, body: { upTo } }),
    )
    updateInbox(client, me, (now) => applyReadMarker(now, peerId, upTo))
  } catch {
    if (places.get(place) !== upTo) return
    places.set(place, before)
    setTimeout(() => {
      const isStillThere = client.getQueryData(viewerQuery.queryKey)?._id === me
      if (isStillThere && isConversationVisible(peerId)) void reportRead(client, reading)
    }, RETRY_DELAY_MS)
  }
}

function getReported(client: QueryClient): Map<string, string> {
  const places = reportedByClient.get(client) ?? new Map<string, string>()
  reportedByClient.set(client, places)
  return places
}
