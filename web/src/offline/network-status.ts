import { useSyncExternalStore } from 'react'

export type NetworkStatus = 'online' | 'offline' | 'reconnected'

/** Changing networks leaves a browser without one for a moment. */
const OFFLINE_DELAY_MS = 1000
const RECONNECTED_STATUS_MS = 4000
const PROBES_MAX = 3
const PROBE_TIMEOUT_MS = 3000

/** Whether this browser has a connection; `reconnected` for a moment after it has reconnected. */
export function useNetworkStatus(): NetworkStatus {
  return useSyncExternalStore(subscribe, getStatus, () => 'online')
}

const listeners = new Set<() => void>()
let status: NetworkStatus = 'online'
let timer: ReturnType<typeof setTimeout> | undefined

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('offline', onOffline)
    window.addEventListener('online', onOnline)
    // A page opened offline shows it at once, without the delay.
    if (!navigator.onLine) status = 'offline'
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.removeEventListener('offline', onOffline)
    window.removeEventListener('online', onOnline)
    clearTimeout(timer)
    status = 'online'
  }
}

function getStatus(): NetworkStatus {
  return status
}

function setStatus(next: NetworkStatus): void {
  status = next
  for (const listener of listeners) listener()
}

function setTimer(milliseconds: number, callback: () => void): void {
  clearTimeout(timer)
  timer = setTimeout(callback, milliseconds)
}

function onOffline(): void {
  setTimer(OFFLINE_DELAY_MS, () => setStatus('offline'))
}

function onOnline(): void {
  clearTimeout(timer)
  if (status === 'offline') void confirmOnline()
}

/** Probes the server: an online event may mean a network without internet. After the last probe the pages show their errors. */
async function confirmOnline(): Promise<void> {
  for (let probe = 1; probe <= PROBES_MAX; probe += 1) {
    const isReached = await probeServer()
    if (status !== 'offline' || !navigator.onLine) return
    if (!isReached) continue
    setStatus('reconnected')
    setTimer(RECONNECTED_STATUS_MS, () => setStatus('online'))
    return
  }
  setStatus('online')
}

async function probeServer(): Promise<boolean> {
  const startedAt = performance.now()
  try {
    await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
    return true
  } catch {
    const left = PROBE_TIMEOUT_MS - (performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, left)))
    return false
  }
}
