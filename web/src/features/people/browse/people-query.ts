import { browsePeople, type ListedPerson } from '@dolph/contract/people/browse-people'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/api.ts'
import type { PeopleListFilter } from './people-list-filter.ts'

/** Long enough for Back to restore the list and the scroll position in it. */
const CACHE_MS = 30 * 60_000

/** The people who match a filter, those who are open to join first. Only this member's, as it leaves out who is blocked. */
export const peopleQuery = (me: string, filter: PeopleListFilter) =>
  infiniteQueryOptions({
    queryKey: ['people', me, filter] as const,
    queryFn: ({ pageParam, signal }) =>
      callEndpoint(
        browsePeople,
        { querystring: { ...filter, ...(pageParam && { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    gcTime: CACHE_MS,
  })

/** The people of all pages. Somebody who became open to join between two requests is on both pages and listed once. */
export function listDistinctPeople(pages: readonly { data: ListedPerson[] }[]): ListedPerson[] {
  const people = pages.flatMap(({ data }) => data)
  return [...new Map(people.map((person) => [person._id, person])).values()]
}
