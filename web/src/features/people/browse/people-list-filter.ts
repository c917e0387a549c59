import { PeopleFilter, PEOPLE_SKILLS_MAX } from '@dolph/contract/people/browse-people'
import type { Topic } from '@dolph/contract/projects/projects'
import { Skill } from '@dolph/contract/skills/skills'
import { z } from 'zod/mini'
import { parseParameter } from '../../../lib/url/filter-params.ts'

/** The filter of the list of people, as the page's address has it. Absent fields do not filter. */
export interface PeopleListFilter {
  q?: string
  /** Separated by commas. */
  skills?: string
  topic?: Topic
  hours?: number
  near?: string
}

/** A change to the filter; an empty text removes the filter. */
export type PeopleFilterChange = Partial<Record<keyof PeopleListFilter, string>>

export const CLEARED_PEOPLE_FILTER: PeopleFilterChange = {
  q: '',
  skills: '',
  topic: '',
  hours: '',
  near: '',
}

/** The least hours a week that the filter offers. */
export const OFFERED_HOURS = [2, 4, 6, 10, 20] as const

/** Parses the filter from the URL; invalid values mean no filter. */
export function parsePeopleFilter(params: URLSearchParams): PeopleListFilter {
  const { shape } = PeopleFilter
  const q = parseParameter(shape.q, params.get('q'))
  const skills = parseSkills(params.get('skills') ?? '').join(',')
  const topic = parseParameter(shape.topic, params.get('topic'))
  const hours = parseParameter(shape.hours, params.get('hours'))
  const near = parseParameter(shape.near, params.get('near'))
  return {
    ...(q && { q }),
    ...(skills && { skills }),
    ...(topic && { topic }),
    ...(hours && { hours }),
    ...(near && { near }),
  }
}

/** The skills of a list with commas, at most as many as the list of people can be filtered by. */
export function parseSkills(list: string): string[] {
  return list
    .split(',')
    .map((skill) => skill.trim())
    .filter((skill) => z.safeParse(Skill, skill).success)
    .slice(0, PEOPLE_SKILLS_MAX)
}
