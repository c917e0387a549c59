import { useSyncExternalStore } from 'react'

export interface LazyModule<T> {
  /** Starts loading, so that the module may be ready by the time it is needed. */
  load: () => void
  /** Resolves with the module, or rejects if it cannot be loaded. */
  loadAndWait: () => Promise<T>
  getSnapshot: () => T | undefined
  /** Notifies when the module has loaded, and starts loading it. */
  subscribe: (listener: () => void) => () => void
  /** Notifies when the module has loaded, without starting to load it. */
  subscribeWithoutLoading: (listener: () => void) => () => void
}

/** Older browsers remember a failed import: for them nothing but the reload, which the page offers in the end, brings the code. */
const RETRY_DELAYS_MS = [1_000, 3_000, 10_000, 30_000]
/** Lazy code starts to load some seconds after the page: together they stay near the 15 seconds after which a start that stalls says so. */
const STALLED_MS = 12_000

/**
 * Code that most visits do not need. A failure is not cached: the next caller tries again, and so does the module itself while a
 * component waits for it. If the code does not come, the page says so and offers to reload.
 */
export function createLazyModule<T>(fetchModule: () => Promise<T>): LazyModule<T> {
  const listeners = new Set<() => void>()
  let value: T | undefined
  let pending: Promise<T> | undefined
  let waitingCallers = 0
  let failures = 0
  let hasReported = false
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  function fetchShared() {
    pending ??= fetchOnce()
    return pending
  }

  async function fetchOnce() {
    const stallTimer = setTimeout(reportMissing, STALLED_MS)
    try {
      const fetchedModule = await fetchModule()
      value = fetchedModule
      if (hasReported) document.getElementById('start-notice')?.remove()
      for (const listener of listeners) listener()
      return fetchedModule
    } catch (error) {
      pending = undefined
      retryTimer ??= scheduleRetry()
      throw error
    } finally {
      clearTimeout(stallTimer)
    }
  }

  function scheduleRetry() {
    const delay = RETRY_DELAYS_MS[failures]
    failures += 1
    if (delay === undefined) reportMissing()
    return setTimeout(() => {
      retryTimer = undefined
      if (listeners.size === 0 || delay === undefined) failures = 0
      if (listeners.size === 0) return
      if (delay !== undefined) load()
      else if (!navigator.onLine) addEventListener('online', load, { once: true })
    }, delay)
  }

  /** Without a connection the page says that already. */
  function reportMissing() {
    const isAwaited = listeners.size > 0 || waitingCallers > 0
    hasReported = isAwaited && navigator.onLine
    if (hasReported) window.askToReload?.()
  }

  function load() {
    fetchShared().catch(() => undefined)
  }

  async function loadAndWait() {
    waitingCallers += 1
    try {
      return await fetchShared()
    } finally {
      waitingCallers -= 1
    }
  }

  function subscribeWithoutLoading(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  return {
    load,
    loadAndWait,
    getSnapshot: () => value,
    subscribeWithoutLoading,
    subscribe: (listener) => {
      const unsubscribe = subscribeWithoutLoading(listener)
      load()
      return unsubscribe
    },
  }
}

/** Undefined until the module has loaded, and while not `isEnabled`. */
export function useLazy<T>(
  { subscribe, getSnapshot }: LazyModule<T>,
  isEnabled = true,
): T | undefined {
  return useSyncExternalStore(
    isEnabled ? subscribe : subscribeToNothing,
    isEnabled ? getSnapshot : returnUndefined,
    returnUndefined,
  )
}

/** The same where the server has loaded the module too, and what it rendered is not hydrated without it. */
export function useLoaded<T>(
  { subscribe, getSnapshot }: LazyModule<T>,
  isEnabled: boolean,
): T | undefined {
  const read = isEnabled ? getSnapshot : returnUndefined
  return useSyncExternalStore(isEnabled ? subscribe : subscribeToNothing, read, read)
}

function subscribeToNothing() {
  return returnUndefined
}

function returnUndefined() {
  return undefined
}
