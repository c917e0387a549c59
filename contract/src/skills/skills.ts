import { foldCase } from '../fold-case.ts'
import { requiredLine } from '../primitives.ts'
import { SKILL_ALIASES } from './skill-aliases.ts'

export const SKILL_MAX = 40

export const Skill = requiredLine({
  max: SKILL_MAX,
  required: 'Type a skill first',
  tooLong: `A skill cannot be more than ${SKILL_MAX} characters`,
})

/** The maximum number of cached keys: a page of roles asks for the keys of the same few skills hundreds of times. */
const KNOWN_KEYS_MAX = 5_000
const knownKeys = new Map<string, string>()

/**
 * The key under which all spellings of a skill are one: 'ReactJS', 'react.js' and 'React' are `react`. Tables of skills store
 * it, so a new alias needs a migration that renames the keys of rows.
 */
export function skillKey(skill: string): string {
  const known = knownKeys.get(skill)
  if (known !== undefined) return known
  const folded = foldCase(skill.trim()).replaceAll(/\s+/g, ' ')
  const key = SKILL_ALIASES.get(folded) ?? folded
  if (knownKeys.size === KNOWN_KEYS_MAX) knownKeys.clear()
  if (skill.length <= SKILL_MAX) knownKeys.set(skill, key)
  return key
}

/** Whether no two of these spellings are the same skill. */
export function areDistinctSkills(skills: readonly string[]): boolean {
  return new Set(skills.map(skillKey)).size === skills.length
}
