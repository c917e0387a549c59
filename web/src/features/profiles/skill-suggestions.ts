import { foldCase } from '@dolph/contract/fold-case'
import { countCharacters } from '@dolph/contract/primitives'
import { SKILL_MAX, suggestSkills } from '@dolph/contract/profiles'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { callEndpoint } from '../../lib/api.ts'
import { useDebouncedValue } from '../../lib/use-debounced-value.ts'
import { hasSkill } from './skill-list.ts'

const DEBOUNCE_MS = 200
const STALE_MS = 5 * 60_000

const skillSuggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['skills', q],
    queryFn: async ({ signal }) =>
      (await callEndpoint(suggestSkills, { querystring: { q } }, signal)).data,
    enabled: q !== '' && countCharacters(q) <= SKILL_MAX,
    // They are a convenience: without them one types to the end.
    retry: false,
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
  })

/** Skills of others that start as `typed` does and are not `chosen` yet. */
export function useSkillSuggestions(typed: string, chosen: string[]): string[] {
  const wanted = foldCase(typed.trim())
  const asked = useDebouncedValue(wanted, DEBOUNCE_MS)
  const { data = [] } = useQuery(skillSuggestionsQuery(asked))
  if (wanted === '') return []
  return data.filter((skill) => foldCase(skill).startsWith(wanted) && !hasSkill(chosen, skill))
}
