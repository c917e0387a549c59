import { socket } from '../../lib/socket.ts'

const RETRY_DELAYS_MS = [5000, 10_000]
const RETRY_DELAY_MAX_MS = 20_000

let attempts = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Something did not get through. A connection that is on its way will say when to go on; otherwise the clock does. */
export function scheduleRetry(act: () => void): void {
  const state = socket.getState()
  if (timer !== undefined || state === 'connecting' || state === 'disconnected') return
  timer = setTimeout(() => {
    timer = undefined
    act()
  }, RETRY_DELAYS_MS[attempts] ?? RETRY_DELAY_MAX_MS)
  attempts += 1
}

/** Something got through: the next failure is a new one. */
export function resetRetryDelay(): void {
  attempts = 0
}

export function cancelRetry(): void {
  clearTimeout(timer)
  timer = undefined
  attempts = 0
}
