import { foldCase } from '@dolph/contract/fold-case'
import { countCharacters } from '@dolph/contract/primitives'
import { suggestSkills } from '@dolph/contract/profiles/profiles'
import { SKILL_MAX } from '@dolph/contract/skills/skills'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/api.ts'
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts'
import { hasSkill } from './skill-list.ts'

const DEBOUNCE_MS = 200
const STALE_MS = 5 * 60_000

const skillSuggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['skills', q],
    queryFn: async ({ signal }) =>
      (await callEndpoint(suggestSkills, { querystring: { q } }, signal)).data,
    enabled: q !== '' && countCharacters(q) <= SKILL_MAX,
    // Suggestions are optional: without them the member types the whole skill.
    retry: false,
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
  })

/** Skills of other members that start with `typed` and are not in `chosen`. */
export function useSkillSuggestions(typed: string, chosen: string[]): string[] {
  const prefix = foldCase(typed.trim())
  const debouncedPrefix = useDebouncedValue(prefix, DEBOUNCE_MS)
  const { data = [] } = useQuery(skillSuggestionsQuery(debouncedPrefix))
  if (prefix === '') return []
  return data.filter((skill) => foldCase(skill).startsWith(prefix) && !hasSkill(chosen, skill))
}
