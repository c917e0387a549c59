import { QueryClientContext } from '@tanstack/react-query'
import { use, useEffect, useState, type ReactNode } from 'react'
import { CurrentSession, MemberSessionContext } from './member-session.ts'
import { useViewer } from './use-viewer.ts'

/** Provides the session of the viewer: a new one for each member, none for a visitor. */
export function MemberSessionProvider({ children }: { children: ReactNode }) {
  const client = use(QueryClientContext)
  const memberId = useViewer()?._id
  const [current] = useState(() => new CurrentSession())
  const session = client && memberId !== undefined ? current.get(client, memberId) : null

  useEffect(() => {
    session?.open()
    return () => session?.close()
  }, [session])

  return <MemberSessionContext value={{ session, current }}>{children}</MemberSessionContext>
}
