import { useSyncExternalStore } from 'react'

export type ListView = 'grid' | 'list'

const STORAGE_KEY = 'posts-view'
const listeners = new Set<() => void>()
let chosenView: ListView | undefined

/** Grid or list, as last chosen on this device. */
export function useListView(): [ListView, (view: ListView) => void] {
  return [useSyncExternalStore(subscribe, readListView, () => 'grid'), setListView]
}

function setListView(view: ListView): void {
  chosenView = view
  // Set by public/pre-hydration.js from the stored choice, which this choice replaces.
  delete document.documentElement.dataset['postsView']
  try {
    localStorage.setItem(STORAGE_KEY, view)
  } catch {
    // Storage can be disabled: the choice then lasts until the page is closed.
  }
  for (const listener of listeners) listener()
}

function readListView(): ListView {
  chosenView ??= readStoredView() === 'list' ? 'list' : 'grid'
  return chosenView
}

function readStoredView(): string | null {
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
