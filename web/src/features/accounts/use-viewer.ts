import type { Viewer } from '@dolph/contract/accounts'
import { useHeld } from '../../lib/held.ts'

export const VIEWER_KEY = ['viewer'] as const

/** Null for a visitor, and until we know better. Asking is the business of `SessionWatch`. */
export function useViewer(): Viewer | null {
  return useHeld<Viewer | null>(VIEWER_KEY, null)
}
