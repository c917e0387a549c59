import type { ReplyOf } from '@dolph/contract/endpoint'
import { listOwnOpenRoles } from '@dolph/contract/roles/roles'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../lib/api/api.ts'

export type OwnOpenRole = ReplyOf<typeof listOwnOpenRoles>['data'][number]

/** The open roles to which the member can invite: of their own posts, and of projects that they co-own. */
export const ownOpenRolesQuery = (me: string) =>
  queryOptions({
    queryKey: ['roles', me, 'own-open'] as const,
    queryFn: async ({ signal }): Promise<OwnOpenRole[]> =>
      (await callEndpoint(listOwnOpenRoles, {}, signal)).data,
    staleTime: 0,
  })
