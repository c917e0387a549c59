import { useSyncExternalStore } from 'react'

/** False while a prerendered page is being taken over: what is shown then must be what was prerendered. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
}
