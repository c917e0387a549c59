import { getViewer, type Viewer } from '@dolph/contract/accounts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, call } from '../../lib/api.ts'
import { clearMarks, markSignedIn, mayBeSignedIn } from './session-marks.ts'
import { tellOtherTabs } from './tabs.ts'
import { VIEWER_KEY } from './use-viewer.ts'

const RECHECK_AFTER_MS = 10_000

/** The member who looks at the page; null for a visitor. */
export const viewer = queryOptions({
  queryKey: VIEWER_KEY,
  queryFn: async ({ signal }): Promise<Viewer | null> => {
    if (!mayBeSignedIn()) return null
    try {
      const { data } = await call(getViewer, {}, signal)
      markSignedIn()
      return data
    } catch (error) {
      // Any other failure says nothing about the session: whoever was signed in still is.
      if (!(error instanceof ApiError) || error.code !== 'not-signed-in') throw error
      clearMarks()
      tellOtherTabs('changed')
      return null
    }
  },
  staleTime: RECHECK_AFTER_MS,
  gcTime: Infinity,
})
