import type { Viewer } from '@dolph/contract/accounts'
import { useCachedQuery } from '../../lib/cached-query.ts'

export const VIEWER_KEY = ['viewer'] as const

/** Null for a visitor, and until we know better. Asking is the business of `SessionWatch`. */
export function useViewer(): Viewer | null {
  return useCachedQuery<Viewer | null>(VIEWER_KEY, null)
}
