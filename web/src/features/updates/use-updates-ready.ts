import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { lazyUpdatesSection } from './lazy-updates-section.tsx'
import { updatesQuery } from './updates-query.ts'

/**
 * Whether the updates of a project can be rendered, or failed to load. What is below them is shown then: their height is
 * not known before, and it would move.
 */
export function useUpdatesReady(postId: string, isEnabled: boolean): boolean {
  const list = useInfiniteQuery({ ...updatesQuery(postId), enabled: isEnabled })
  const [isCodeSettled, setIsCodeSettled] = useState(
    () => lazyUpdatesSection.getSnapshot() !== undefined,
  )
  useEffect(() => {
    if (!isEnabled) return
    const settle = () => setIsCodeSettled(true)
    lazyUpdatesSection.loadAndWait().then(settle, settle)
  }, [isEnabled])
  const isReady = !isEnabled || (isCodeSettled && (!list.isPending || list.failureCount > 0))
  // Stays true: an author who begins a project would see the comments disappear.
  const [wasReady, setWasReady] = useState(isReady)
  if (isReady && !wasReady) setWasReady(true)
  return isReady || wasReady
}
