import { useEffect, useEffectEvent } from 'react'

/** Goes on by itself once `isDone`, leaving time to read why. */
export function useDelayedRedirect(isDone: boolean, afterMs: number, go: () => void): void {
  const onTime = useEffectEvent(go)
  useEffect(() => {
    if (!isDone) return undefined
    const timer = setTimeout(() => onTime(), afterMs)
    return () => clearTimeout(timer)
  }, [isDone, afterMs])
}
