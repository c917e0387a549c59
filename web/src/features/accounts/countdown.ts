import { useEffect, useState } from 'react'

/** Seconds that are left, and a way to start them anew. */
export function useCountdown(seconds: number): [left: number, start: (seconds: number) => void] {
  const [endsAt, setEndsAt] = useState(() => Date.now() + seconds * 1000)
  const [left, setLeft] = useState(seconds)

  useEffect(() => {
    // Measured against the clock: a tab in the background is given fewer ticks.
    const tick = () => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [endsAt])

  return [left, (next) => setEndsAt(Date.now() + next * 1000)]
}
