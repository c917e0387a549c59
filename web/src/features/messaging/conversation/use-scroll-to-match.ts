import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { toast } from '../../../ui/toast.tsx'
import type { useThread } from '../data.ts'
import type { AnchoredScrollArea } from './anchored-scroll-area.tsx'

/** So many pages are read to reach a message: many more would use up what a member may read in a minute. */
const PAGES_MAX = 20

/** A message that was searched for and is to be shown. */
export interface SearchMatch {
  id: string
  q: string
}

type PagedThread = Pick<
  ReturnType<typeof useThread>,
  'messages' | 'hasOlder' | 'isLoadingOlder' | 'hasOlderFailed' | 'loadOlder'
>

/** Goes to a message that was asked for, through the older ones that lie before it, unless they are too many. */
export function useScrollToMatch(
  wanted: SearchMatch | null,
  { messages, hasOlder, isLoadingOlder, hasOlderFailed, loadOlder }: PagedThread,
  scroll: RefObject<Pick<AnchoredScrollArea, 'scrollToMessage'> | null>,
): void {
  const isHere = wanted !== null && messages.some(({ _id }) => _id === wanted.id)
  const isReady = hasOlder && !isLoadingOlder && !hasOlderFailed
  const furtherUp = isReady && !isHere ? wanted?.id : undefined
  const walk = useRef({ to: '', pages: 0 })
  const [tooFar, setTooFar] = useState<string>()
  const readOn = useEffectEvent((to: string) => {
    if (walk.current.to !== to) walk.current = { to, pages: 0 }
    if (walk.current.pages === PAGES_MAX) return setTooFar(to)
    walk.current.pages += 1
    loadOlder()
  })

  useEffect(() => {
    if (wanted && isHere) scroll.current?.scrollToMessage(wanted.id)
  }, [wanted, isHere, scroll])
  useEffect(() => {
    if (furtherUp !== undefined) readOn(furtherUp)
  }, [furtherUp])
  useEffect(() => {
    if (wanted && !isHere && wanted.id === tooFar) toast.info('Too far back to show here')
  }, [wanted, isHere, tooFar])
}
