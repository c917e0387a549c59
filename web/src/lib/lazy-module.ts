import { useSyncExternalStore } from 'react'

export interface LazyModule<T> {
  /** Starts loading, so that it may be there by the time it is needed. */
  load: () => void
  /** The same for whoever must wait for it, and be told if it does not come. */
  loadAndWait: () => Promise<T>
  getSnapshot: () => T | undefined
  /** Tells when it has come, and asks for it. */
  subscribe: (listener: () => void) => () => void
  /** Tells when it has come, and leaves it to others to ask. */
  subscribeWithoutLoading: (listener: () => void) => () => void
}

/** Code that most visits do not need. A failure is not remembered: whoever asks next tries again. */
export function createLazyModule<T>(fetchIt: () => Promise<T>): LazyModule<T> {
  const listeners = new Set<() => void>()
  let value: T | undefined
  let coming: Promise<T> | undefined

  function ready() {
    coming ??= fetchOnce()
    return coming
  }

  async function fetchOnce() {
    try {
      const fetched = await fetchIt()
      value = fetched
      for (const listener of listeners) listener()
      return fetched
    } catch (error) {
      coming = undefined
      throw error
    }
  }

  function load() {
    ready().catch(() => undefined)
  }

  function watch(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  return {
    load,
    loadAndWait: ready,
    getSnapshot: () => value,
    subscribeWithoutLoading: watch,
    subscribe: (listener) => {
      const stop = watch(listener)
      load()
      return stop
    },
  }
}

/** Undefined until it has come, and while it is not `wanted`. */
export function useLazy<T>(
  { subscribe, getSnapshot }: LazyModule<T>,
  wanted = true,
): T | undefined {
  return useSyncExternalStore(
    wanted ? subscribe : subscribeToNothing,
    wanted ? getSnapshot : returnUndefined,
    returnUndefined,
  )
}

function subscribeToNothing() {
  return returnUndefined
}

function returnUndefined() {
  return undefined
}
