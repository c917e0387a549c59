import { listOwnPosts } from '@dolph/contract/posts'
import { readOwnProfile } from '@dolph/contract/profiles'
import { listRoles, type Role } from '@dolph/contract/roles'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/api.ts'

/** How many of the newest posts are looked at, and of how many the roles are fetched. */
const POSTS_MAX = 50
const PROJECTS_MAX = 8

export interface OwnOpenRole {
  role: Role
  post: { _id: string; title: string }
}

/** The open roles to which the member can invite: of their own posts, and of projects that they co-own. */
export const ownOpenRolesQuery = (me: string) =>
  queryOptions({
    queryKey: ['roles', me, 'own-open'] as const,
    queryFn: async ({ signal }): Promise<OwnOpenRole[]> => {
      const [posts, profile] = await Promise.all([
        callEndpoint(listOwnPosts, { querystring: { limit: POSTS_MAX } }, signal),
        callEndpoint(readOwnProfile, {}, signal),
      ])
      const projects = [
        ...posts.data.filter(({ project }) => (project?.openRoles ?? 0) > 0),
        ...profile.data.teams.filter(({ isCoOwner }) => isCoOwner).map(({ post }) => post),
      ]
      const rolesByPost = await Promise.all(
        projects.slice(0, PROJECTS_MAX).map(async ({ _id, title }) => {
          const { data } = await callEndpoint(listRoles, { params: { id: _id } }, signal)
          return data
            .filter(({ state }) => state === 'open')
            .map((role) => ({ role, post: { _id, title } }))
        }),
      )
      return rolesByPost.flat()
    },
    staleTime: 0,
  })
