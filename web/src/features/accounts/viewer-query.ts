import { getViewer, type Viewer } from '@dolph/contract/accounts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, callEndpoint } from '../../lib/api.ts'
import { clearMemberStorage, setSignedInHint, mayBeSignedIn } from './session-hints.ts'
import { broadcastSessionEvent } from './session-channel.ts'
import { VIEWER_KEY } from './use-viewer.ts'

const RECHECK_AFTER_MS = 10_000

/** The signed-in member; null for a visitor. */
export const viewerQuery = queryOptions({
  queryKey: VIEWER_KEY,
  queryFn: async ({ signal }): Promise<Viewer | null> => {
    if (!mayBeSignedIn()) return null
    try {
      const { data } = await callEndpoint(getViewer, {}, signal)
      setSignedInHint()
      return data
    } catch (error) {
      // Any other failure says nothing about the session: the cached viewer stays.
      if (!(error instanceof ApiError) || error.code !== 'not-signed-in') throw error
      clearMemberStorage()
      broadcastSessionEvent('changed')
      return null
    }
  },
  staleTime: RECHECK_AFTER_MS,
  gcTime: Infinity,
})
