import type { QueryClient } from '@tanstack/react-query'
import type { Location, NavigateFunction } from 'react-router'
import { clearCsrfToken } from '../../lib/api.ts'
import { clearOfflineData } from '../../offline/clear-offline-data.ts'
import { deleteDraftsOf } from './drafts.ts'
import { buildLoginPath } from './next-path.ts'
import { clearMemberStorage, setSignedInHint } from './session-hints.ts'
import { subscribeToSessionEvents, broadcastSessionEvent } from './session-channel.ts'
import { viewerQuery } from './viewer-query.ts'

/** The page to which the last member who left on purpose went. */
const SIGN_OUT_TARGET_KEY = ['way-out']

/** Somebody has just signed in: nothing that a visitor was shown holds any longer. */
export async function startSession(client: QueryClient): Promise<void> {
  clearCsrfToken()
  setSignedInHint()
  client.removeQueries({ type: 'inactive' })
  await clearOfflineData()
  // If it fails, the next page asks again; the sign-in itself has succeeded.
  await client.fetchQuery({ ...viewerQuery, staleTime: 0 }).catch(() => undefined)
  broadcastSessionEvent('changed')
}

/** The session has ended by itself: the member may log in again and go on where they were. */
export function expireSession(
  client: QueryClient,
  from: Pick<Location, 'pathname' | 'search' | 'hash'>,
  navigate: (to: string, options: { replace: boolean }) => unknown,
): void {
  clearSession(client)
  broadcastSessionEvent('changed')
  void navigate(buildLoginPath(from), { replace: true })
}

/** The member has ended the session, so nothing of theirs stays on this device. */
export function endSession(
  client: QueryClient,
  to: '/' | '/login',
  navigate: NavigateFunction,
): void {
  clearDeviceData(client)
  clearSession(client)
  client.setQueryData(SIGN_OUT_TARGET_KEY, to)
  broadcastSessionEvent('signed-out')
  void navigate(to, { replace: true })
}

/** Takes everything of the member off this device, what they typed included. */
export function clearDeviceData(client: QueryClient): void {
  const member = client.getQueryData(viewerQuery.queryKey)
  if (member) deleteDraftsOf(member._id)
  clearMemberStorage()
}

/** Where to, when a page for members finds that its member is just leaving. */
export function getSignOutTarget(client: QueryClient): string | undefined {
  return client.getQueryData<string>(SIGN_OUT_TARGET_KEY)
}

/** A sign-out elsewhere holds here at once; anything else is asked, because a 401 may be older than a sign-in. */
export function syncSessionAcrossTabs(client: QueryClient): () => void {
  return subscribeToSessionEvents((news) => {
    if (news === 'signed-out') {
      // What this tab was about to keep must not come back after the other one has cleared it.
      clearDeviceData(client)
      clearSession(client)
    } else void client.invalidateQueries({ queryKey: viewerQuery.queryKey })
  })
}

function clearSession(client: QueryClient): void {
  clearCsrfToken()
  clearMemberStorage()
  void client.cancelQueries()
  client.removeQueries({ type: 'inactive' })
  client.setQueryData(viewerQuery.queryKey, null)
}
