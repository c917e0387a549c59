import { RotateCw } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { observeIntersection } from '../../../lib/observe-intersection.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

/** Older messages start to load when the sentinel is this far above the viewport. */
const PRELOAD_MARGIN = '600px'

interface Props {
  onReach: () => void
  isLoading: boolean
  hasFailed: boolean
}

/** Stands above the oldest loaded message and calls `onReach` when scrolled near. Its height is constant, so nothing jumps. */
export function OlderMessagesSentinel({ onReach, isLoading, hasFailed }: Props) {
  const sentinel = useRef<HTMLDivElement>(null)
  const reach = useEffectEvent(onReach)
  const isWatching = !isLoading && !hasFailed

  useEffect(() => {
    if (!isWatching || !sentinel.current) return undefined
    return observeIntersection(
      sentinel.current,
      ({ isIntersecting }) => isIntersecting && reach(),
      {
        root: sentinel.current.closest('section'),
        rootMargin: `${PRELOAD_MARGIN} 0px 0px 0px`,
      },
    )
  }, [isWatching])

  return (
    <div ref={sentinel} className="flex h-12 items-center justify-center gap-3 text-sm">
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
