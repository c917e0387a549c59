import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { toast } from '../../../ui/overlays/toast.tsx'
import type { useThread } from '../conversation/use-thread.ts'
import type { AnchoredScrollArea } from '../conversation/anchored-scroll-area.tsx'

/** The pages loaded to reach a match; many more would exceed the member's rate limit for reading. */
const PAGES_MAX = 20

/** A message found by a search, to be scrolled to. */
export interface SearchMatch {
  id: string
  q: string
}

type PagedThread = Pick<
  ReturnType<typeof useThread>,
  'messages' | 'hasOlder' | 'isLoadingOlder' | 'hasOlderFailed' | 'loadOlder'
>

/** Scrolls to a match, loading the older pages up to it unless there are too many. */
export function useScrollToMatch(
  match: SearchMatch | null,
  { messages, hasOlder, isLoadingOlder, hasOlderFailed, loadOlder }: PagedThread,
  scroll: RefObject<Pick<AnchoredScrollArea, 'scrollToMessage'> | null>,
): void {
  const isLoaded = match !== null && messages.some(({ _id }) => _id === match.id)
  const canLoad = hasOlder && !isLoadingOlder && !hasOlderFailed
  const missingId = canLoad && !isLoaded ? match?.id : undefined
  const progress = useRef({ to: '', pages: 0 })
  const [tooFarId, setTooFarId] = useState<string>()
  const loadNextPage = useEffectEvent((to: string) => {
    if (progress.current.to !== to) progress.current = { to, pages: 0 }
    if (progress.current.pages === PAGES_MAX) return setTooFarId(to)
    progress.current.pages += 1
    loadOlder()
  })

  useEffect(() => {
    if (match && isLoaded) scroll.current?.scrollToMessage(match.id)
  }, [match, isLoaded, scroll])
  useEffect(() => {
    if (missingId !== undefined) loadNextPage(missingId)
  }, [missingId])
  useEffect(() => {
    if (match && !isLoaded && match.id === tooFarId) toast.info('Too far back to show here')
  }, [match, isLoaded, tooFarId])
}
