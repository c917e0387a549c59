import { USERNAME_MAX } from '@dolph/contract/accounts'
import { foldCase } from '@dolph/contract/fold-case'
import { PEOPLE_QUERY_MIN, searchPeople, type Person } from '@dolph/contract/people'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/api.ts'
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts'

const DEBOUNCE_MS = 300

const peopleSearchQuery = (username: string) =>
  queryOptions({
    queryKey: ['people', username],
    queryFn: ({ signal }) => callEndpoint(searchPeople, { querystring: { username } }, signal),
    enabled: username.length >= PEOPLE_QUERY_MIN && username.length <= USERNAME_MAX,
    placeholderData: keepPreviousData,
    networkMode: 'always',
  })

interface PeopleSearchResult {
  people: Person[]
  state: 'too-short' | 'too-long' | 'searching' | 'failed' | 'found'
}

/** Members whose username starts with `typed`. Each search has its own query key, so a late reply changes nothing. */
export function usePeopleSearch(typed: string): PeopleSearchResult {
  const prefix = foldCase(typed.trim())
  const debouncedPrefix = useDebouncedValue(prefix, DEBOUNCE_MS)
  const {
    data = [],
    isError,
    isSuccess,
    isPlaceholderData,
  } = useQuery(peopleSearchQuery(debouncedPrefix))
  if (prefix.length < PEOPLE_QUERY_MIN) return { people: [], state: 'too-short' }
  if (prefix.length > USERNAME_MAX) return { people: [], state: 'too-long' }

  // Matches of the previous, shorter prefix are filtered and shown until the new reply arrives.
  const people = data.filter(({ userName }) => foldCase(userName).startsWith(prefix))
  const isCurrent = debouncedPrefix === prefix && !isPlaceholderData
  if (isCurrent && isError) return { people: [], state: 'failed' }
  return { people, state: isCurrent && isSuccess ? 'found' : 'searching' }
}
