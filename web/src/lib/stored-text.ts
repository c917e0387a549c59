import { useSyncExternalStore } from 'react'
import { ListenerSet } from './listener-set.ts'

/** `local` lasts on this device, `session` as long as the tab. */
type Area = 'local' | 'session'

/** Used where storage is disabled: a text then lasts as long as the page. */
const unstoredTexts = new Map<string, string | null>()
const listeners = new ListenerSet()

/** A text in the browser's storage; null if there is none. */
export function readStoredText(area: Area, key: string): string | null {
  try {
    return getStorage(area).getItem(key)
  } catch {
    return unstoredTexts.get(key) ?? null
  }
}

/** Stores a text, or removes it if it is null, and notifies the components that show it. */
export function writeStoredText(area: Area, key: string, text: string | null): void {
  unstoredTexts.set(key, text)
  try {
    if (text === null) getStorage(area).removeItem(key)
    else getStorage(area).setItem(key, text)
  } catch {
    // Storage can be disabled: `unstoredTexts` then holds the text.
  }
  listeners.notify()
}

/** Follows changes by this tab, and for `local` by the other tabs. Null in the prerendered page. */
export function useStoredText(area: Area, key: string): string | null {
  return useSyncExternalStore(
    subscribe,
    () => readStoredText(area, key),
    () => null,
  )
}

function getStorage(area: Area): Storage {
  return area === 'local' ? localStorage : sessionStorage
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = listeners.subscribe(listener)
  window.addEventListener('storage', listener)
  return () => {
    unsubscribe()
    window.removeEventListener('storage', listener)
  }
}
