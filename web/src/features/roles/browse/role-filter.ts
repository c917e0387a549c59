import { Reward, Zone } from '@dolph/contract/people/availability'
import { Topic } from '@dolph/contract/projects/projects'
import { RoleOrder, RoleTerm } from '@dolph/contract/roles/roles'
import { Skill } from '@dolph/contract/skills/skills'
import { z } from 'zod/mini'
import { parseParameter } from '../../../lib/url/filter-params.ts'

/** The filter of the list of roles. Absent fields do not filter. */
export interface RoleListFilter {
  skill?: string
  /** What is typed of a skill. */
  skillStart?: string
  topic?: Topic
  reward?: Reward
  hours?: number
  near?: string
  term?: RoleTerm
  /** Chosen by a member; by default the API orders by fit where it can. */
  order?: RoleOrder
}

/** A change to the filter; an empty text removes the filter. */
export type RoleFilterChange = Partial<Record<keyof RoleListFilter, string>>

export const CLEARED_ROLE_FILTER: RoleFilterChange = {
  skill: '',
  skillStart: '',
  topic: '',
  reward: '',
  hours: '',
  near: '',
  term: '',
}

/** The hours a week that the filter offers. */
export const OFFERED_HOURS = [2, 4, 6, 10, 20, 40] as const

const HoursFilter = z.coerce.number<string>().check(z.int(), z.gte(1), z.lte(40))

/** Parses the filter from the URL; invalid values mean no filter. */
export function parseRoleFilter(params: URLSearchParams): RoleListFilter {
  const skill = parseParameter(Skill, params.get('skill'))
  const skillStart = parseParameter(Skill, params.get('skillStart'))
  const topic = parseParameter(Topic, params.get('topic'))
  const reward = parseParameter(Reward, params.get('reward'))
  const hours = parseParameter(HoursFilter, params.get('hours'))
  const near = parseParameter(Zone, params.get('near'))
  const term = parseParameter(RoleTerm, params.get('term'))
  const order = parseParameter(RoleOrder, params.get('order'))
  return {
    ...(skill !== undefined && { skill }),
    ...(skill === undefined && skillStart !== undefined && { skillStart }),
    ...(topic !== undefined && { topic }),
    ...(reward !== undefined && { reward }),
    ...(hours !== undefined && { hours }),
    ...(near !== undefined && { near }),
    ...(term !== undefined && { term }),
    ...(order !== undefined && { order }),
  }
}
