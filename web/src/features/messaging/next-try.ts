import { socket } from '../../lib/socket.ts'

const PAUSES_MS = [5000, 10_000]
const LONGEST_PAUSE_MS = 20_000

let tries = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Something did not get through. A connection that is on its way will say when to go on; otherwise the clock does. */
export function tryAgainLater(act: () => void): void {
  const state = socket.read()
  if (timer !== undefined || state === 'connecting' || state === 'disconnected') return
  timer = setTimeout(() => {
    timer = undefined
    act()
  }, PAUSES_MS[tries] ?? LONGEST_PAUSE_MS)
  tries += 1
}

/** Something got through: the next failure is a new one. */
export function noteSuccess(): void {
  tries = 0
}

export function forgetNextTry(): void {
  clearTimeout(timer)
  timer = undefined
  tries = 0
}
