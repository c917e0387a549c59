import { foldCase } from '@dolph/contract/fold-case'
import { SKILLS_MAX } from '@dolph/contract/profiles/profiles'
import { Skill } from '@dolph/contract/skills/skills'
import { z } from 'zod/mini'

/** The list after a skill was typed. */
export interface AddSkillResult {
  skills: string[]
  /** Why the skill was not added; null if it was. */
  problem: string | null
}

/** Adds the typed skill, unless the list contains it (ignoring case) or has `max` skills. */
export function addSkill(skills: string[], typed: string, max = SKILLS_MAX): AddSkillResult {
  if (typed.trim() === '') return { skills, problem: null }
  const skill = z.safeParse(Skill, typed)
  if (!skill.success) return { skills, problem: skill.error.issues[0]?.message ?? null }
  if (hasSkill(skills, skill.data)) return { skills, problem: `${skill.data} is listed already` }
  if (skills.length >= max) return { skills, problem: getSkillsFullText(max) }
  return { skills: [...skills, skill.data], problem: null }
}

export function hasSkill(skills: string[], skill: string): boolean {
  const folded = foldCase(skill)
  return skills.some((each) => foldCase(each) === folded)
}

export function getSkillsFullText(max: number): string {
  return `You can list up to ${max} skills`
}
