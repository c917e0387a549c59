import type { Viewer } from '@dolph/contract/accounts/viewer'
import { useCachedQuery } from '../../../lib/queries/cached-query.ts'

export type LastMember = Pick<
  Viewer,
  '_id' | 'userName' | 'firstName' | 'lastName' | 'profilePicture'
>

export const LAST_MEMBER_KEY = ['last-member'] as const

/** The member whom this device saw last, while the server does not say who is signed in; otherwise null. */
export function useLastMember(): LastMember | null {
  return useCachedQuery<LastMember | null>(LAST_MEMBER_KEY, null)
}
