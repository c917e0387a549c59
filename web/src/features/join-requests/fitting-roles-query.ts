import { rateFit } from '@dolph/contract/roles/fit'
import { browseRoles } from '@dolph/contract/roles/roles'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../lib/api/api.ts'

/** The first page of the open roles that fit the member, the best fit first; none without skills in the profile. */
export const fittingRolesQuery = (me: string) =>
  queryOptions({
    queryKey: ['roles', me, 'fitting'] as const,
    queryFn: async ({ signal }) => {
      const { data, order } = await callEndpoint(browseRoles, { querystring: {} }, signal)
      if (order !== 'fit') return []
      // Roles of the member's own projects have no fit.
      return data.filter(
        ({ role: { fit, joinRequest, isQuiet } }) =>
          fit !== null && rateFit(fit) !== 'none' && joinRequest === null && !isQuiet,
      )
    },
  })
