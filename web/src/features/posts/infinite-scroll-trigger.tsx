import { useEffect, useEffectEvent, useRef } from 'react'

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
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && reach(), {
      rootMargin: `0px 0px ${PRELOAD_MARGIN} 0px`,
    })
    observer.observe(trigger.current)
    return () => observer.disconnect()
  }, [disabled])

  return <div ref={trigger} className="h-px" />
}
