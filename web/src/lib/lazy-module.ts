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

/** Code that most visits do not need. A failure is not cached: the next caller tries again. */
export function createLazyModule<T>(fetchModule: () => Promise<T>): LazyModule<T> {
  const listeners = new Set<() => void>()
  let value: T | undefined
  let pending: Promise<T> | undefined

  function loadAndWait() {
    pending ??= fetchOnce()
    return pending
  }

  async function fetchOnce() {
    try {
      const fetchedModule = await fetchModule()
      value = fetchedModule
      for (const listener of listeners) listener()
      return fetchedModule
    } catch (error) {
      pending = undefined
      throw error
    }
  }

  function load() {
    loadAndWait().catch(() => undefined)
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
