import { useEffect, useEffectEvent } from 'react'

/** Calls `redirect` `delayMs` after `isDone` turns true, so that the success message can be read. */
export function useDelayedRedirect(isDone: boolean, delayMs: number, redirect: () => void): void {
  const onDelayOver = useEffectEvent(redirect)
  useEffect(() => {
    if (!isDone) return undefined
    const timer = setTimeout(() => onDelayOver(), delayMs)
    return () => clearTimeout(timer)
  }, [isDone, delayMs])
}
