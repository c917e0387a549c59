const RETRY_DELAYS_MS = [5000, 10_000]
const RETRY_DELAY_MAX_MS = 20_000

let attempts = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Schedules `retry` after a failed request, also while the socket reconnects: it may give up while requests work again. */
export function scheduleRetry(retry: () => void): void {
  if (timer !== undefined) return
  timer = setTimeout(() => {
    timer = undefined
    retry()
  }, RETRY_DELAYS_MS[attempts] ?? RETRY_DELAY_MAX_MS)
  attempts += 1
}

/** Starts again with the shortest delay, after a request that succeeded. */
export function resetRetryDelay(): void {
  attempts = 0
}

export function cancelRetry(): void {
  clearTimeout(timer)
  timer = undefined
  attempts = 0
}
