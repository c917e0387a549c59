import { QueryClientContext } from '@tanstack/react-query'
import { use, useEffect } from 'react'
import { useLocation } from 'react-router'
import { mayBeSignedIn } from '../features/accounts/session/session-hints.ts'
import { subscribeToSessionEvents } from '../lib/session-channel.ts'
import { loadQueryClient } from '../lib/queries/lazy-query-client.ts'
import { LazyPart } from '../ui/lazy-part.tsx'
import { lazyLiveUpdates, lazyProofPrompt, lazySessionMonitor } from './lazy-member-components.ts'

/** Keeps an open page up to date. A visitor without a query client needs only the detection of a sign-in. */
export function BackgroundTasks({ isMember }: { isMember: boolean }) {
  const hasClient = use(QueryClientContext) !== undefined
  return (
    <>
      {!hasClient && <SignInDetector />}
      <LazyPart part={lazySessionMonitor} isEnabled={hasClient} props={{}} />
      <LazyPart part={lazyLiveUpdates} isEnabled={isMember} props={{}} />
      <LazyPart part={lazyProofPrompt} isEnabled={isMember} props={{}} />
    </>
  )
}

/** Loads the query client once the visitor may have signed in, here or in another tab. */
function SignInDetector() {
  // Re-renders on navigation, so that the effect below checks again on each page.
  useLocation()
  useEffect(() => {
    if (mayBeSignedIn()) loadQueryClient()
  })
  useEffect(() => subscribeToSessionEvents(loadQueryClient), [])
  return null
}
