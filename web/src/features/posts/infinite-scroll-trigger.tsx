import { useEffect, useEffectEvent, useRef } from 'react'

/** How far below the screen the end may be when it counts as reached. */
const PRELOAD_MARGIN = '800px'

/** An unseen mark at the end of a list: `onReach` runs when one has scrolled near it. */
export function InfiniteScrollTrigger({
  onReach,
  disabled,
}: {
  onReach: () => void
  disabled: boolean
}) {
  const mark = useRef<HTMLDivElement>(null)
  const reach = useEffectEvent(onReach)

  useEffect(() => {
    if (disabled || !mark.current) return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && reach(), {
      rootMargin: `0px 0px ${PRELOAD_MARGIN} 0px`,
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [disabled])

  return <div ref={mark} className="h-px" />
}
