import { socket, type SocketState } from '../../lib/socket.ts'

const RETRY_DELAYS_MS = [5000, 10_000]
const RETRY_DELAY_MAX_MS = 20_000

const RECONNECTING_STATES: readonly SocketState[] = ['connecting', 'disconnected', 'reconnecting']

let attempts = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Schedules `retry` after a failed request, unless a reconnect is under way, which resumes sending by itself. */
export function scheduleRetry(retry: () => void): void {
  const isReconnecting = RECONNECTING_STATES.includes(socket.getState())
  if (timer !== undefined || isReconnecting) return
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
