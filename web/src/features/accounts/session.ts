import type { QueryClient } from '@tanstack/react-query'
import type { Location, NavigateFunction } from 'react-router'
import { forgetCsrfToken } from '../../lib/api.ts'
import { forgetSeen } from '../../offline/forget-seen.ts'
import { dropDraftsOf } from './drafts.ts'
import { loginPath } from './next-path.ts'
import { clearMarks, markSignedIn } from './session-marks.ts'
import { hearOtherTabs, tellOtherTabs } from './tabs.ts'
import { viewer } from './viewer.ts'

/** The page to which the last member who left on purpose went. */
const wayOut = ['way-out']

/** Somebody has just signed in: nothing that a visitor was shown holds any longer. */
export async function startSession(client: QueryClient): Promise<void> {
  forgetCsrfToken()
  markSignedIn()
  client.removeQueries({ type: 'inactive' })
  await forgetSeen()
  // If it fails, the next page asks again; the sign-in itself has succeeded.
  await client.fetchQuery({ ...viewer, staleTime: 0 }).catch(() => undefined)
  tellOtherTabs('changed')
}

/** The session has ended by itself: the member may log in again and go on where they were. */
export function leaveForLogin(
  client: QueryClient,
  from: Pick<Location, 'pathname' | 'search' | 'hash'>,
  navigate: (to: string, options: { replace: boolean }) => unknown,
): void {
  forgetMember(client)
  tellOtherTabs('changed')
  void navigate(loginPath(from), { replace: true })
}

/** The member has ended the session, so nothing of theirs stays on this device. */
export function leaveOnPurpose(
  client: QueryClient,
  to: '/' | '/login',
  navigate: NavigateFunction,
): void {
  clearDevice(client)
  forgetMember(client)
  client.setQueryData(wayOut, to)
  tellOtherTabs('signed-out')
  void navigate(to, { replace: true })
}

/** Takes everything of the member off this device, what they typed included. */
export function clearDevice(client: QueryClient): void {
  const member = client.getQueryData(viewer.queryKey)
  if (member) dropDraftsOf(member._id)
  clearMarks()
}

/** Where to, when a page for members finds that its member is just leaving. */
export function wayOutOf(client: QueryClient): string | undefined {
  return client.getQueryData<string>(wayOut)
}

/** A sign-out elsewhere holds here at once; anything else is asked, because a 401 may be older than a sign-in. */
export function followOtherTabs(client: QueryClient): () => void {
  return hearOtherTabs((news) => {
    if (news === 'signed-out') {
      // What this tab was about to keep must not come back after the other one has cleared it.
      clearDevice(client)
      forgetMember(client)
    } else void client.invalidateQueries({ queryKey: viewer.queryKey })
  })
}

function forgetMember(client: QueryClient): void {
  forgetCsrfToken()
  clearMarks()
  void client.cancelQueries()
  client.removeQueries({ type: 'inactive' })
  client.setQueryData(viewer.queryKey, null)
}
