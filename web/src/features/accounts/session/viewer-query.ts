import { getViewer, type Viewer } from '@dolph/contract/accounts/viewer'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/api.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { dropEarlyReplies } from '../../../lib/api/early-replies.ts'
import { setAccountSwitch } from '../../../lib/page-member.ts'
import { clearMemberStorage, setSignedInHint, mayBeSignedIn } from './session-hints.ts'
import { broadcastSessionEvent } from '../../../lib/session-channel.ts'
import { forgetLastMember, showLastMember, storeLastMember } from './last-member.ts'
import { LAST_MEMBER_KEY } from './use-last-member.ts'
import { VIEWER_KEY } from './use-viewer.ts'

const RECHECK_AFTER_MS = 10_000

/** The signed-in member, or the one who was when the page was loaded; null for a visitor. */
export const viewerQuery = queryOptions({
  queryKey: VIEWER_KEY,
  queryFn: async ({ client, signal }): Promise<Viewer | null> => {
    if (!mayBeSignedIn()) {
      forgetLastMember(client)
      return null
    }
    try {
      const { data } = await callEndpoint(getViewer, {}, signal)
      setSignedInHint()
      storeLastMember(data)
      client.removeQueries({ queryKey: LAST_MEMBER_KEY })
      return keepShownMember(client.getQueryData<Viewer | null>(VIEWER_KEY), data)
    } catch (error) {
      // Any other failure says nothing about the session: the cached viewer stays.
      if (!(error instanceof ApiError) || error.code !== 'not-signed-in') {
        showLastMember(client)
        throw error
      }
      dropEarlyReplies()
      forgetLastMember(client)
      clearMemberStorage()
      setAccountSwitch(undefined)
      broadcastSessionEvent('changed')
      return null
    }
  },
  staleTime: RECHECK_AFTER_MS,
  gcTime: Infinity,
})

/**
 * A page that shows a member keeps showing this one, also when another member has signed in in another tab: its forms hold
 * what the first member typed. A reload, to which the page invites, shows the new member.
 */
function keepShownMember(shown: Viewer | null | undefined, signedIn: Viewer): Viewer {
  const isSwitched = shown && shown._id !== signedIn._id
  setAccountSwitch(isSwitched ? signedIn.userName : undefined)
  return isSwitched ? shown : signedIn
}
