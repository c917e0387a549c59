import { useEffect, useEffectEvent, useRef } from 'react'
import { observeIntersection } from '../lib/observe-intersection.ts'

/** How far below the screen the trigger may be when it fires. */
const PRELOAD_MARGIN = '800px'

/** An invisible element at the end of a list: `onReach` runs when the visitor scrolls near it. */
export function InfiniteScrollTrigger({
  onReach,
  disabled,
}: {
  onReach: () => void
  disabled: boolean
}) {
  const trigger = useRef<HTMLDivElement>(null)
  const reach = useEffectEvent(onReach)

  useEffect(() => {
    if (disabled || !trigger.current) return undefined
    return observeIntersection(trigger.current, ({ isIntersecting }) => isIntersecting && reach(), {
      rootMargin: `0px 0px ${PRELOAD_MARGIN} 0px`,
    })
  }, [disabled])

  return <div ref={trigger} className="h-px" />
}
