import { QueryClientContext } from '@tanstack/react-query'
import { use, useEffect } from 'react'
import { useLocation } from 'react-router'
import { mayBeSignedIn } from '../features/accounts/session-marks.ts'
import { hearOtherTabs } from '../features/accounts/tabs.ts'
import { openTabClient } from '../lib/tab-client.ts'
import { LatePart } from '../ui/late-part.tsx'
import { liveMessages, sessionWatch } from './for-members.ts'

/** What keeps a page true that somebody has open; for a visitor who only reads there is nothing to watch. */
export function Watches({ isMember }: { isMember: boolean }) {
  const hasClient = use(QueryClientContext) !== undefined
  return (
    <>
      {!hasClient && <SignInWatch />}
      <LatePart part={sessionWatch} isWanted={hasClient} props={{}} />
      <LatePart part={liveMessages} isWanted={isMember} props={{}} />
    </>
  )
}

/** Somebody may have signed in meanwhile, here or in another tab. */
function SignInWatch() {
  // Looks again on each page.
  useLocation()
  useEffect(() => {
    if (mayBeSignedIn()) openTabClient()
  })
  useEffect(() => hearOtherTabs(openTabClient), [])
  return null
}
