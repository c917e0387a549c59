import { createContext, use, useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000

const listeners = new Set<() => void>()
let now = new Date()
let timer: ReturnType<typeof setInterval> | undefined

/** When the page was rendered on the server: until it is taken over, that is the time everywhere on it. */
export const RenderedAtContext = createContext<Date | null>(null)

/** The time, to the minute: whatever says "2 minutes ago" goes on saying the truth. */
export function useNow(): Date {
  const renderedAt = use(RenderedAtContext)
  return useSyncExternalStore(subscribe, getNow, () => renderedAt ?? now)
}

function getNow(): Date {
  return now
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) {
    updateNow()
    timer = setInterval(updateNow, MINUTE_MS)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

function updateNow(): void {
  now = new Date()
  for (const listener of listeners) listener()
}
