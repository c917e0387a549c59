import { RotateCw } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

/** How far above the screen the beginning may be when it counts as reached. */
const PRELOAD_MARGIN = '600px'

interface Props {
  onReach: () => void
  isLoading: boolean
  hasFailed: boolean
}

/** Above the oldest message that is here: `onReach` runs when one has scrolled near it. Always of one height. */
export function OlderMessagesSentinel({ onReach, isLoading, hasFailed }: Props) {
  const mark = useRef<HTMLDivElement>(null)
  const reach = useEffectEvent(onReach)
  const isWatching = !isLoading && !hasFailed

  useEffect(() => {
    if (!isWatching || !mark.current) return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && reach(), {
      root: mark.current.closest('section'),
      rootMargin: `${PRELOAD_MARGIN} 0px 0px 0px`,
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [isWatching])

  return (
    <div ref={mark} className="flex h-12 items-center justify-center gap-3 text-sm">
      {isLoading && (
        <span role="status" className="animate-arrive-late text-muted">
          <Spinner />
          <span className="sr-only">Loading older messages</span>
        </span>
      )}
      {hasFailed && (
        <>
          <p role="alert" className="text-danger">
            Failed to fetch messages
          </p>
          <Button size="sm" icon={RotateCw} onClick={onReach}>
            Retry
          </Button>
        </>
      )}
    </div>
  )
}
