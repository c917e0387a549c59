import type { Viewer } from '@dolph/contract/accounts/viewer'
import { useCachedQuery } from '../../../lib/queries/cached-query.ts'

export const VIEWER_KEY = ['viewer'] as const

/** Null for a visitor and until the viewer is loaded. Reads the cache only; `SessionMonitor` fetches. */
export function useViewer(): Viewer | null {
  return useCachedQuery<Viewer | null>(VIEWER_KEY, null)
}
