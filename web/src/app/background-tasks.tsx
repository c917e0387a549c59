import { QueryClientContext } from '@tanstack/react-query'
import { use, useEffect } from 'react'
import { useLocation } from 'react-router'
import { mayBeSignedIn } from '../features/accounts/session-hints.ts'
import { subscribeToSessionEvents } from '../features/accounts/session-channel.ts'
import { loadQueryClient } from '../lib/lazy-query-client.ts'
import { LazyPart } from '../ui/lazy-part.tsx'
import { lazyLiveMessages, lazySessionMonitor } from './lazy-member-components.ts'

/** What keeps a page true that somebody has open; for a visitor who only reads there is nothing to watch. */
export function BackgroundTasks({ isMember }: { isMember: boolean }) {
  const hasClient = use(QueryClientContext) !== undefined
  return (
    <>
      {!hasClient && <SignInDetector />}
      <LazyPart part={lazySessionMonitor} isEnabled={hasClient} props={{}} />
      <LazyPart part={lazyLiveMessages} isEnabled={isMember} props={{}} />
    </>
  )
}

/** Somebody may have signed in meanwhile, here or in another tab. */
function SignInDetector() {
  // Looks again on each page.
  useLocation()
  useEffect(() => {
    if (mayBeSignedIn()) loadQueryClient()
  })
  useEffect(() => subscribeToSessionEvents(loadQueryClient), [])
  return null
}
