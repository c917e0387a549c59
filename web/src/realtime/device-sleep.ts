const TICK_MS = 5000
const ASLEEP_MS = 20_000
/** Browsers throttle the timers of a hidden tab to one tick a minute. */
const ASLEEP_HIDDEN_MS = 90_000

/** Calls back when the gap between two ticks shows that the device was asleep, which ends every connection. */
export function watchDeviceSleep(onWoken: () => void): () => void {
  let lastTick = Date.now()
  let wasHidden = isHidden()
  const onVisibilityChange = () => (wasHidden ||= isHidden())

  const timer = setInterval(() => {
    const elapsed = Date.now() - lastTick
    const limit = wasHidden ? ASLEEP_HIDDEN_MS : ASLEEP_MS
    lastTick = Date.now()
    wasHidden = isHidden()
    if (elapsed > limit) onWoken()
  }, TICK_MS)
  document.addEventListener('visibilitychange', onVisibilityChange)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onVisibilityChange)
  }
}

function isHidden(): boolean {
  return document.visibilityState === 'hidden'
}
