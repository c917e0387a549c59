import { foldCase } from '@dolph/contract/fold-case'
import { Skill, SKILLS_MAX } from '@dolph/contract/profiles'
import { z } from 'zod/mini'

/** A list after somebody typed a skill, and what there is to say about it. */
export interface AddSkillResult {
  skills: string[]
  /** Why the skill is not in the list, if it is not. */
  problem: string | null
}

/** Adds what was typed, unless the list has it already, whatever the case, or is full. */
export function addSkill(skills: string[], typed: string): AddSkillResult {
  if (typed.trim() === '') return { skills, problem: null }
  const skill = z.safeParse(Skill, typed)
  if (!skill.success) return { skills, problem: skill.error.issues[0]?.message ?? null }
  if (hasSkill(skills, skill.data)) return { skills, problem: `${skill.data} is listed already` }
  if (skills.length >= SKILLS_MAX) return { skills, problem: SKILLS_FULL_TEXT }
  return { skills: [...skills, skill.data], problem: null }
}

export function hasSkill(skills: string[], skill: string): boolean {
  const folded = foldCase(skill)
  return skills.some((each) => foldCase(each) === folded)
}

export const SKILLS_FULL_TEXT = `You can list up to ${SKILLS_MAX} skills`
