import type { ReplyOf } from '@dolph/contract/endpoint'
import { browseRoles } from '@dolph/contract/roles/roles'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/api.ts'
import type { RoleListFilter } from './role-filter.ts'

export type RoleListItem = ReplyOf<typeof browseRoles>['data'][number]

/** Long enough for Back to restore the list and the scroll position in it. */
const CACHE_MS = 30 * 60_000
const STALE_MS = 5 * 60_000

/** The open roles that match a filter: the best fit of a member with skills first, else the last confirmed. */
export const roleListQuery = (filter: RoleListFilter) =>
  infiniteQueryOptions({
    queryKey: ['roles', 'browse', filter],
    meta: { isPublic: true },
    queryFn: ({ pageParam, signal }) =>
      callEndpoint(
        browseRoles,
        { querystring: { ...filter, ...(pageParam && { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    gcTime: CACHE_MS,
  })

const NEW_ROLES_MS = 60_000

/** The first page of a list by time that is on the screen, fetched again every minute to count what is new. */
export const newestRolesQuery = (filter: RoleListFilter) =>
  queryOptions({
    queryKey: ['roles', 'newest', filter],
    queryFn: async ({ signal }) =>
      (await callEndpoint(browseRoles, { querystring: filter }, signal)).data,
    // The list itself was just fetched.
    initialData: [],
    staleTime: NEW_ROLES_MS,
    refetchInterval: NEW_ROLES_MS,
    gcTime: 0,
  })

/** Whether the states of the projects say something: a word that all rows share does not. */
export function haveDifferentStates(items: readonly RoleListItem[]): boolean {
  return new Set(items.map(({ post }) => post.state)).size > 1
}

/** The roles of all pages. A role that was confirmed between two requests is on both pages and listed once. */
export function listDistinctRoles(pages: readonly { data: RoleListItem[] }[]): RoleListItem[] {
  const items = pages.flatMap(({ data }) => data)
  return [...new Map(items.map((item) => [item.role._id, item])).values()]
}
