import { readConversation } from '@dolph/contract/messaging'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../lib/api.ts'
import { useVisible } from '../../lib/visible.ts'
import { useViewer } from '../accounts/use-viewer.ts'
import { viewer } from '../accounts/viewer.ts'
import { heldThread, tellInbox } from './cache.ts'
import { applyReading } from './conversations.ts'
import { isLookedAt, lookAt } from './looked-at.ts'
import { perform } from './perform.ts'
import { newestUnread } from './thread.ts'

const AGAIN_MS = 5000

/** Up to where the server was told, by the names of both. */
const told = new WeakMap<QueryClient, Map<string, string>>()

/** Marks incoming messages read while somebody looks at the thread. */
export function useReading(peerId: string, isLooking: boolean): void {
  const client = useQueryClient()
  const me = useViewer()?._id ?? ''
  const isVisible = useVisible()
  const isSeen = isLooking && isVisible
  const { data: upTo } = useQuery({
    ...heldThread(me, peerId),
    select: (thread) => newestUnread(thread, peerId) ?? null,
  })

  useEffect(() => (isSeen ? lookAt(peerId) : undefined), [isSeen, peerId])
  useEffect(() => {
    if (isSeen && upTo) void tell(client, { me, peerId, upTo })
  }, [client, me, peerId, isSeen, upTo])
}

interface Reading {
  me: string
  peerId: string
  upTo: string
}

async function tell(client: QueryClient, reading: Reading): Promise<void> {
  const { me, peerId, upTo } = reading
  const places = toldBy(client)
  const place = `${me}:${peerId}`
  const before = places.get(place) ?? ''
  if (before >= upTo) return
  places.set(place, upTo)
  try {
    await perform(client, () =>
      call(readConversation, { params: { userId: peerId }, body: { upTo } }),
    )
    tellInbox(client, me, (now) => applyReading(now, peerId, upTo))
  } catch {
    if (places.get(place) !== upTo) return
    places.set(place, before)
    setTimeout(() => {
      const isStillThere = client.getQueryData(viewer.queryKey)?._id === me
      if (isStillThere && isLookedAt(peerId)) void tell(client, reading)
    }, AGAIN_MS)
  }
}

function toldBy(client: QueryClient): Map<string, string> {
  const places = told.get(client) ?? new Map<string, string>()
  told.set(client, places)
  return places
}
