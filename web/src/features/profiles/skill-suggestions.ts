import { fold } from '@dolph/contract/fold'
import { lengthOf } from '@dolph/contract/primitives'
import { SKILL_MAX, suggestSkills } from '@dolph/contract/profiles'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useDebounced } from '../../lib/debounced.ts'
import { hasSkill } from './skill-list.ts'

const PAUSE_MS = 200
const FRESH_MS = 5 * 60_000

const suggestions = (q: string) =>
  queryOptions({
    queryKey: ['skills', q],
    queryFn: async ({ signal }) => (await call(suggestSkills, { querystring: { q } }, signal)).data,
    enabled: q !== '' && lengthOf(q) <= SKILL_MAX,
    // They are a convenience: without them one types to the end.
    retry: false,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  })

/** Skills of others that start as `typed` does and are not `chosen` yet. */
export function useSkillSuggestions(typed: string, chosen: string[]): string[] {
  const wanted = fold(typed.trim())
  const asked = useDebounced(wanted, PAUSE_MS)
  const { data = [] } = useQuery(suggestions(asked))
  if (wanted === '') return []
  return data.filter((skill) => fold(skill).startsWith(wanted) && !hasSkill(chosen, skill))
}
