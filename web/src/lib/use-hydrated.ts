import { useSyncExternalStore } from 'react'

/** False during hydration, when the page must render exactly what was prerendered. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
}
