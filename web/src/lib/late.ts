import { useSyncExternalStore } from 'react'

export interface Late<T> {
  /** Starts loading, so that it may be there by the time it is needed. */
  load: () => void
  read: () => T | undefined
  subscribe: (listener: () => void) => () => void
}

/** Code that most visits do not need. A failure is not remembered: whoever asks next tries again. */
export function late<T>(fetchIt: () => Promise<T>): Late<T> {
  const listeners = new Set<() => void>()
  let value: T | undefined
  let asked = false

  async function fetchOnce() {
    if (asked) return
    asked = true
    try {
      value = await fetchIt()
      for (const listener of listeners) listener()
    } catch {
      asked = false
    }
  }

  return {
    load: () => void fetchOnce(),
    read: () => value,
    subscribe: (listener) => {
      listeners.add(listener)
      void fetchOnce()
      return () => void listeners.delete(listener)
    },
  }
}

/** Undefined until it has come, and while it is not `wanted`. */
export function useLate<T>({ subscribe, read }: Late<T>, wanted = true): T | undefined {
  return useSyncExternalStore(wanted ? subscribe : nobody, wanted ? read : nothing, nothing)
}

function nobody() {
  return nothing
}

function nothing() {
  return undefined
}
