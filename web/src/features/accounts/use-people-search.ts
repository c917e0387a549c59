import { foldCase } from '@dolph/contract/fold-case'
import { PEOPLE_QUERY_MIN, searchPeople, type Person } from '@dolph/contract/people'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { callEndpoint } from '../../lib/api.ts'
import { useDebouncedValue } from '../../lib/use-debounced-value.ts'

const DEBOUNCE_MS = 300

const peopleSearchQuery = (username: string) =>
  queryOptions({
    queryKey: ['people', username],
    queryFn: ({ signal }) => callEndpoint(searchPeople, { querystring: { username } }, signal),
    enabled: username.length >= PEOPLE_QUERY_MIN,
    placeholderData: keepPreviousData,
    networkMode: 'always',
  })

interface PeopleSearchResult {
  people: Person[]
  state: 'too-short' | 'searching' | 'failed' | 'found'
}

/** Members whose name starts as `typed` does. Each search has its own answer, so a late one changes nothing. */
export function usePeopleSearch(typed: string): PeopleSearchResult {
  const wanted = foldCase(typed.trim())
  const asked = useDebouncedValue(wanted, DEBOUNCE_MS)
  const { data = [], isError, isSuccess, isPlaceholderData } = useQuery(peopleSearchQuery(asked))
  if (wanted.length < PEOPLE_QUERY_MIN) return { people: [], state: 'too-short' }

  // Of those found for fewer letters some remain, and can be shown meanwhile.
  const people = data.filter(({ userName }) => foldCase(userName).startsWith(wanted))
  const isAnswered = asked === wanted && !isPlaceholderData
  if (isAnswered && isError) return { people: [], state: 'failed' }
  return { people, state: isAnswered && isSuccess ? 'found' : 'searching' }
}
