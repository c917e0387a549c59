import { createContext, use, useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000

const listeners = new Set<() => void>()
let now = new Date()
let timer: ReturnType<typeof setInterval> | undefined

/** When the page was rendered on the server: the time that `useNow` returns during hydration. */
export const RenderedAtContext = createContext<Date | null>(null)

/** The current time, updated every minute, so that "2 minutes ago" stays true. */
export function useNow(): Date {
  const renderedAt = use(RenderedAtContext)
  return useSyncExternalStore(subscribe, getNow, () => renderedAt ?? now)
}

/**
 * A text made from the current time. Renders again only when the text changes: after hydration most are what the server
 * has rendered.
 */
export function useTextOfNow(format: (now: Date) => string): string {
  const renderedAt = use(RenderedAtContext)
  return useSyncExternalStore(
    subscribe,
    () => format(now),
    () => format(renderedAt ?? now),
  )
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
