const TICK_MS = 5000
const ASLEEP_MS = 20_000
/** Browsers let the clock of a hidden tab tick only once a minute. */
const ASLEEP_HIDDEN_MS = 90_000

/** Calls back when much more time has passed than should have: the device was asleep, and so was every connection. */
export function watchDeviceSleep(onWoken: () => void): () => void {
  let last = Date.now()
  let wasHidden = isHidden()
  const onVisibility = () => (wasHidden ||= isHidden())

  const timer = setInterval(() => {
    const passed = Date.now() - last
    const limit = wasHidden ? ASLEEP_HIDDEN_MS : ASLEEP_MS
    last = Date.now()
    wasHidden = isHidden()
    if (passed > limit) onWoken()
  }, TICK_MS)
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}

function isHidden(): boolean {
  return document.visibilityState === 'hidden'
}
