import type { QueryClient } from '@tanstack/react-query'
import type { Location, NavigateFunction } from 'react-router'
import { clearCsrfToken } from '../../../lib/api/csrf-token.ts'
import { dropEarlyReplies } from '../../../lib/api/early-replies.ts'
import { getAccountSwitch, setAccountSwitch } from '../../../lib/page-member.ts'
import { clearOfflineData } from '../../../offline/clear-offline-data.ts'
import { DraftStore } from '../draft-store.ts'
import { buildLoginPath } from '../sign-in/login-path.ts'
import { clearMemberStorage, setSignedInHint } from './session-hints.ts'
import { forgetLastMember } from './last-member.ts'
import { subscribeToSessionEvents, broadcastSessionEvent } from '../../../lib/session-channel.ts'
import type { MemberSession } from './member-session.ts'
import { viewerQuery } from './viewer-query.ts'
import { cancelRequests } from '../../../lib/queries/cancel-requests.ts'

/** Cache key of the page that the last log-out led to. */
const SIGN_OUT_TARGET_KEY = ['sign-out-target']

/** Called after a sign-in: drops what was cached for the visitor and loads the new viewer. */
export async function startSession(client: QueryClient): Promise<void> {
  clearCsrfToken()
  dropEarlyReplies()
  setSignedInHint()
  // This tab itself signs in: the viewer may be any member now.
  client.setQueryData(viewerQuery.queryKey, null)
  forgetLastMember(client)
  client.removeQueries({ type: 'inactive' })
  await clearOfflineData()
  // A failure is ignored: the sign-in has succeeded, and the next page fetches the viewer again.
  await client.fetchQuery({ ...viewerQuery, staleTime: 0 }).catch(() => undefined)
  broadcastSessionEvent('changed')
}

/** Called when the session has expired: the login page leads back to `from`. */
export function expireSession(
  client: QueryClient,
  from: Pick<Location, 'pathname' | 'search' | 'hash'>,
  navigate: (to: string, options: { replace: boolean }) => unknown,
): void {
  clearSession(client)
  broadcastSessionEvent('changed')
  void navigate(buildLoginPath(from), { replace: true })
}

/** Called when the member has logged out: removes all their data from this device. */
export function endSession(
  client: QueryClient,
  session: MemberSession | null,
  to: '/' | '/login',
  navigate: NavigateFunction,
): void {
  clearDeviceData(session)
  clearSession(client)
  client.setQueryData(SIGN_OUT_TARGET_KEY, to)
  broadcastSessionEvent('signed-out')
  void navigate(to, { replace: true })
}

/** Removes everything of the member from this device, drafts included. */
export function clearDeviceData(session: MemberSession | null): void {
  session?.get(DraftStore).deleteAll()
  clearMemberStorage()
}

/** Page that a log-out leads to: a protected page redirects there instead of to /login?next=. */
export function getSignOutTarget(client: QueryClient): string | undefined {
  return client.getQueryData<string>(SIGN_OUT_TARGET_KEY)
}

/** Applies a log-out of another tab at once; other events refetch the viewer, since a 401 may be older than a sign-in. */
export function syncSessionAcrossTabs(
  client: QueryClient,
  session: MemberSession | null,
): () => void {
  return subscribeToSessionEvents((event) => {
    if (event === 'signed-out') {
      // Pending drafts of this tab must not be written after the other tab has cleared the storage. After a switch of
      // accounts the member of this page is not the one who has logged out, and keeps the drafts.
      if (getAccountSwitch() === undefined) clearDeviceData(session)
      clearSession(client)
    } else void client.invalidateQueries({ queryKey: viewerQuery.queryKey })
  })
}

function clearSession(client: QueryClient): void {
  clearCsrfToken()
  dropEarlyReplies()
  setAccountSwitch(undefined)
  clearMemberStorage()
  // A member's query would be refused, and its page is about to go.
  void cancelRequests(client, {}, ({ meta }) => meta?.['isPublic'] === true)
  client.removeQueries({ type: 'inactive' })
  client.setQueryData(viewerQuery.queryKey, null)
}
