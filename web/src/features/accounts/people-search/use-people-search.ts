import { foldCase } from '@dolph/contract/fold-case'
import {
  PEOPLE_QUERY_MAX,
  PEOPLE_QUERY_MIN,
  searchPeople,
  type FoundPerson,
} from '@dolph/contract/people/people'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/api.ts'
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts'

const DEBOUNCE_MS = 300

const peopleSearchQuery = (username: string) =>
  queryOptions({
    queryKey: ['people', username],
    queryFn: ({ signal }) => callEndpoint(searchPeople, { querystring: { username } }, signal),
    enabled: username.length >= PEOPLE_QUERY_MIN && username.length <= PEOPLE_QUERY_MAX,
    placeholderData: keepPreviousData,
    networkMode: 'always',
  })

interface PeopleSearchResult {
  people: FoundPerson[]
  state: 'too-short' | 'too-long' | 'searching' | 'failed' | 'found'
}

/** Members whose username, full name or last name starts with `typed`. Each search has its own query key, so a late reply changes nothing. */
export function usePeopleSearch(typed: string): PeopleSearchResult {
  const prefix = foldCase(typed.trim()).replaceAll(/\s+/g, ' ')
  const debouncedPrefix = useDebouncedValue(prefix, DEBOUNCE_MS)
  const {
    data = [],
    isError,
    isSuccess,
    isPlaceholderData,
  } = useQuery(peopleSearchQuery(debouncedPrefix))
  if (prefix.length < PEOPLE_QUERY_MIN) return { people: [], state: 'too-short' }
  if (prefix.length > PEOPLE_QUERY_MAX) return { people: [], state: 'too-long' }

  // Matches of the previous, shorter prefix are filtered and shown until the new reply arrives.
  const people = data.filter((person) => hasNameStart(person, prefix))
  const isCurrent = debouncedPrefix === prefix && !isPlaceholderData
  if (isCurrent && isError) return { people: [], state: 'failed' }
  return { people, state: isCurrent && isSuccess ? 'found' : 'searching' }
}

/** Whether a name of a person starts with a text, ignoring case. */
export function hasNameStart(
  { userName, lastName = '', ...person }: FoundPerson,
  text: string,
): boolean {
  const prefix = foldCase(text)
  const names = [userName, formatFullName({ ...person, lastName }), lastName]
  return names.some((name) => foldCase(name).startsWith(prefix))
}

/** Empty if the member has given no name. */
export function formatFullName({
  firstName = '',
  lastName = '',
}: Pick<FoundPerson, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim()
}
