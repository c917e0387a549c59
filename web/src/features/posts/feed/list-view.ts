import { useEffect } from 'react'
import { useStoredText, writeStoredText } from '../../../lib/stored-text.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'

export type ListView = 'grid' | 'list'

const STORAGE_KEY = 'posts-view'

/** Grid or list, as last chosen on this device. */
export function useListView(): [ListView, (view: ListView) => void] {
  const view = useStoredText('local', STORAGE_KEY) === 'list' ? 'list' : 'grid'
  const isHydrated = useHydrated()
  useEffect(() => {
    // boot/pre-hydration.ts sets the attribute for a stored list, and it delays the grid.
    if (isHydrated && view === 'grid') delete document.documentElement.dataset['postsView']
  }, [isHydrated, view])
  return [view, setListView]
}

function setListView(view: ListView): void {
  writeStoredText('local', STORAGE_KEY, view)
}
