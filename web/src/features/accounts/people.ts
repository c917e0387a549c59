import { fold } from '@dolph/contract/fold'
import { PEOPLE_QUERY_MIN, searchPeople, type Person } from '@dolph/contract/people'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useDebounced } from '../../lib/debounced.ts'

const PAUSE_MS = 300

const peopleNamed = (username: string) =>
  queryOptions({
    queryKey: ['people', username],
    queryFn: ({ signal }) => call(searchPeople, { querystring: { username } }, signal),
    enabled: username.length >= PEOPLE_QUERY_MIN,
    placeholderData: keepPreviousData,
    networkMode: 'always',
  })

interface Found {
  people: Person[]
  state: 'too-short' | 'searching' | 'failed' | 'found'
}

/** Members whose name starts as `typed` does. Each search has its own answer, so a late one changes nothing. */
export function usePeople(typed: string): Found {
  const wanted = fold(typed.trim())
  const asked = useDebounced(wanted, PAUSE_MS)
  const { data = [], isError, isSuccess, isPlaceholderData } = useQuery(peopleNamed(asked))
  if (wanted.length < PEOPLE_QUERY_MIN) return { people: [], state: 'too-short' }

  // Of those found for fewer letters some remain, and can be shown meanwhile.
  const people = data.filter(({ userName }) => fold(userName).startsWith(wanted))
  const isAnswered = asked === wanted && !isPlaceholderData
  if (isAnswered && isError) return { people: [], state: 'failed' }
  return { people, state: isAnswered && isSuccess ? 'found' : 'searching' }
}
