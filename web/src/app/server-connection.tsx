import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useMemberSession } from '../features/accounts/session/member-session.ts'
import { viewerQuery } from '../features/accounts/session/viewer-query.ts'
import { connection } from '../realtime/connection.ts'
import { useServerEvent } from '../realtime/use-server-event.ts'
import { toast } from '../ui/overlays/toast.tsx'

/** Delays the session check, so that a log-out in this tab, which also closes the connection, is handled first. */
const SESSION_CHECK_DELAY_MS = 3000

/** Keeps this tab connected to the server while a member is signed in. Mounted once; features subscribe to events. */
export function ServerConnection() {
  const client = useQueryClient()
  const memberId = useMemberSession()?.memberId

  useEffect(
    () => (memberId === undefined ? undefined : keepConnected(client, memberId)),
    [client, memberId],
  )
  useServerEvent('error', ({ tempId, message }) => {
    // An error with a tempId is the reply to what a feature has sent, and is shown there.
    if (tempId === undefined) toast.error(message)
  })
  return null
}

function keepConnected(client: QueryClient, memberId: string): () => void {
  let sessionCheck: ReturnType<typeof setTimeout> | undefined
  connection.start(memberId, () => {
    sessionCheck = setTimeout(() => void checkSession(client), SESSION_CHECK_DELAY_MS)
  })
  return () => {
    clearTimeout(sessionCheck)
    connection.stop()
  }
}

/** Refetches the viewer, by which the page notices a session that has ended. */
async function checkSession(client: QueryClient): Promise<void> {
  const member = await client.fetchQuery({ ...viewerQuery, staleTime: 0 }).catch(() => undefined)
  if (member !== null) connection.confirmSession()
}
