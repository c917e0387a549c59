import { useHydrated } from '../../lib/use-hydrated.ts'
import { useNow } from '../../lib/now.ts'

/** What is prerendered, until the page has a clock. */
const FIRST_YEAR = 2026

export function CurrentYear() {
  const now = useNow()
  return useHydrated() ? now.getFullYear() : FIRST_YEAR
}
