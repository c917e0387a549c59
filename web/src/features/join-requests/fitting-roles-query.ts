import { readOwnProfile } from '@dolph/contract/profiles/profiles'
import { browseRoles, type Role, type RolePost } from '@dolph/contract/roles/roles'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../lib/api/api.ts'

/** How many of the member's skills are searched for: each is a request. */
const SKILLS_MAX = 3

interface OfferedRole {
  role: Role
  post: RolePost
}

/** The open roles with one of the first skills of the member, the best fit first. */
export const fittingRolesQuery = (me: string) =>
  queryOptions({
    queryKey: ['roles', me, 'fitting'] as const,
    queryFn: async ({ signal }) => {
      const { skills } = (await callEndpoint(readOwnProfile, {}, signal)).data
      const pages = await Promise.all(
        skills
          .slice(0, SKILLS_MAX)
          .map((skill) => callEndpoint(browseRoles, { querystring: { skill } }, signal)),
      )
      return sortByFit(pages.flatMap(({ data }) => data))
    },
  })

/** Leaves out roles of the member's own projects, which have no fit, and roles that the member has asked for. */
function sortByFit(offered: OfferedRole[]): OfferedRole[] {
  const byId = new Map(offered.map((each) => [each.role._id, each]))
  return [...byId.values()]
    .filter(({ role }) => role.fit !== null && role.joinRequest === null && !role.isQuiet)
    .toSorted((one, other) => getRank(other.role) - getRank(one.role))
}

function getRank({ fit }: Role): number {
  return fit?.score ?? fit?.skills.points ?? 0
}
