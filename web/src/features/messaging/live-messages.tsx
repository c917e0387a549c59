import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useConnectionState } from '../../realtime/use-connection-state.ts'
import { MembersOnly } from '../accounts/session/members-only.tsx'
import { conversationListQuery } from './receiving/sync-queries.ts'
import { useMessagingClient } from './use-messaging-client.ts'

const LIST_INTERVAL_MS = 30_000
const LIST_INTERVAL_DISCONNECTED_MS = 10_000

/** Keeps the member's messages up to date on every page. Mounted once. */
export function LiveMessages() {
  return (
    <MembersOnly>
      <MessageUpdates />
    </MembersOnly>
  )
}

function MessageUpdates() {
  const messaging = useMessagingClient()
  const { state } = useConnectionState()
  useQuery({
    ...conversationListQuery(messaging),
    refetchInterval: state === 'connected' ? LIST_INTERVAL_MS : LIST_INTERVAL_DISCONNECTED_MS,
  })
  useEffect(() => messaging.start(), [messaging])
  return null
}
