import { useSyncExternalStore } from 'react'

export type Connection = 'online' | 'offline' | 'back'

/** A browser that changes networks is without one for a moment. */
const SURE_AFTER_MS = 1000
const BACK_SHOWN_MS = 4000
const PROBES = 3
const PROBE_WAIT_MS = 3000

/** Whether this browser has a connection; `back` for a moment after it has one again. */
export function useConnectionState(): Connection {
  return useSyncExternalStore(subscribe, read, () => 'online')
}

const listeners = new Set<() => void>()
let state: Connection = 'online'
let timer: ReturnType<typeof setTimeout> | undefined

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('offline', onOffline)
    window.addEventListener('online', onOnline)
    // Opened without a connection, there is nothing to wait for.
    if (!navigator.onLine) state = 'offline'
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.removeEventListener('offline', onOffline)
    window.removeEventListener('online', onOnline)
    clearTimeout(timer)
    state = 'online'
  }
}

function read(): Connection {
  return state
}

function become(next: Connection): void {
  state = next
  for (const listener of listeners) listener()
}

function after(milliseconds: number, act: () => void): void {
  clearTimeout(timer)
  timer = setTimeout(act, milliseconds)
}

function onOffline(): void {
  after(SURE_AFTER_MS, () => become('offline'))
}

function onOnline(): void {
  clearTimeout(timer)
  if (state === 'offline') void confirm()
}

/** «Offline» can be believed; «online» may be a network that leads nowhere. If it is only us who are away, the pages say so. */
async function confirm(): Promise<void> {
  for (let probe = 1; probe <= PROBES; probe += 1) {
    const isReached = await probeServer()
    if (state !== 'offline' || !navigator.onLine) return
    if (!isReached) continue
    become('back')
    after(BACK_SHOWN_MS, () => become('online'))
    return
  }
  become('online')
}

async function probeServer(): Promise<boolean> {
  const startedAt = performance.now()
  try {
    await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_WAIT_MS) })
    return true
  } catch {
    const left = PROBE_WAIT_MS - (performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, left)))
    return false
  }
}
