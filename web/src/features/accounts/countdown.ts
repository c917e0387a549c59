import { useEffect, useState } from 'react'

/** Counts down to zero and returns the remaining seconds and a function that restarts the countdown. */
export function useCountdown(
  seconds: number,
): [secondsLeft: number, restart: (seconds: number) => void] {
  const [endsAt, setEndsAt] = useState(() => Date.now() + seconds * 1000)
  const [secondsLeft, setSecondsLeft] = useState(seconds)

  useEffect(() => {
    // Computed from the clock instead of counted: browsers throttle timers in background tabs.
    const tick = () => setSecondsLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [endsAt])

  return [secondsLeft, (next) => setEndsAt(Date.now() + next * 1000)]
}
