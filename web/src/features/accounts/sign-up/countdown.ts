import { useEffect, useState } from 'react'

/** The seconds until `endsAt`, counted down to zero. */
export function useCountdown(endsAt: number): number {
  const [secondsLeft, setSecondsLeft] = useState(() => getSecondsUntil(endsAt))

  useEffect(() => {
    // Computed from the clock instead of counted: browsers throttle timers in background tabs.
    const tick = () => setSecondsLeft(getSecondsUntil(endsAt))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [endsAt])

  return secondsLeft
}

function getSecondsUntil(moment: number): number {
  return Math.max(0, Math.ceil((moment - Date.now()) / 1000))
}
