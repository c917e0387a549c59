import type { JoinRequest } from '@dolph/contract/join-requests/join-requests'
import type { QueryClient } from '@tanstack/react-query'
import { rolesQuery } from '../roles/data.ts'
import { isTeamComplete } from '../roles/is-team-complete.ts'

/** Whether the request that an owner has just accepted took the last seat of the project. */
export async function fetchTeamCompletion(
  client: QueryClient,
  { state, fromOwner, post }: JoinRequest,
): Promise<boolean> {
  if (state !== 'accepted' || fromOwner || post._id === null) return false
  const query = { ...rolesQuery(post._id), staleTime: 0 }
  const roles = await client.fetchQuery(query).catch(() => undefined)
  return roles !== undefined && isTeamComplete(roles.data)
}
