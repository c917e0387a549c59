import { QueryClientContext } from '@tanstack/react-query'
import { use, useEffect, useState, type ReactNode } from 'react'
import { MemberSession, MemberSessionContext } from './member-session.ts'
import { useViewer } from './use-viewer.ts'

/** Provides the session of the viewer: a new one for each member, none for a visitor. */
export function MemberSessionProvider({ children }: { children: ReactNode }) {
  const client = use(QueryClientContext)
  const memberId = useViewer()?._id
  const [session, setSession] = useState<MemberSession | null>(null)
  const isCurrent = session
    ? session.memberId === memberId && session.client === client
    : memberId === undefined
  // Set during the render, so that no component is rendered with the session of another member.
  if (!isCurrent) {
    setSession(client && memberId !== undefined ? new MemberSession(client, memberId) : null)
  }

  useEffect(() => {
    session?.open()
    return () => session?.close()
  }, [session])

  return <MemberSessionContext value={session}>{children}</MemberSessionContext>
}
