import type { ReactNode } from 'react'
import { useMemberSession } from './member-session.ts'

/** Renders nothing without a signed-in member, for components that use the member's session. */
export function MembersOnly({ children }: { children: ReactNode }) {
  return useMemberSession() ? children : null
}
