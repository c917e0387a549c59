import { useSyncExternalStore } from 'react'

export type ListView = 'grid' | 'list'

const STORAGE_KEY = 'posts-view'
const listeners = new Set<() => void>()
let chosen: ListView | undefined

/** Grid or list, as this person last chose on this device. */
export function useListView(): [ListView, (view: ListView) => void] {
  return [useSyncExternalStore(subscribe, read, () => 'grid'), choose]
}

function choose(view: ListView): void {
  chosen = view
  // Set by public/early.js, until somebody chooses anew.
  delete document.documentElement.dataset['postsView']
  try {
    localStorage.setItem(STORAGE_KEY, view)
  } catch {
    // Storage can be forbidden: the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

function read(): ListView {
  chosen ??= stored() === 'list' ? 'list' : 'grid'
  return chosen
}

function stored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
