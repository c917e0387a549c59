import { useHydrated } from '../../lib/use-hydrated.ts'
import { useNow } from '../../lib/now.ts'

/** Prerendered pages contain this year; the current one is shown after hydration. */
const PRERENDERED_YEAR = 2026

export function CurrentYear() {
  const now = useNow()
  return useHydrated() ? now.getFullYear() : PRERENDERED_YEAR
}
