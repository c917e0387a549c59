import { Reward } from '@dolph/contract/availability'
import { Topic } from '@dolph/contract/projects'
import { Skill } from '@dolph/contract/skills'
import { z } from 'zod/mini'

/** The filter of the list of roles. Absent fields do not filter. */
export interface RoleListFilter {
  skill?: string
  topic?: Topic
  reward?: Reward
  hours?: number
}

/** A change to the filter; an empty text removes the filter. */
export type RoleFilterChange = Partial<Record<keyof RoleListFilter, string>>

export const CLEARED_ROLE_FILTER: RoleFilterChange = { skill: '', topic: '', reward: '', hours: '' }

/** The hours a week that the filter offers. */
export const OFFERED_HOURS = [2, 4, 6, 10, 20, 40] as const

const HoursFilter = z.coerce.number<string>().check(z.int(), z.gte(1), z.lte(40))

/** Parses the filter from the URL; invalid values mean no filter. */
export function parseRoleFilter(params: URLSearchParams): RoleListFilter {
  const skill = parseOrUndefined(Skill, params.get('skill'))
  const topic = parseOrUndefined(Topic, params.get('topic'))
  const reward = parseOrUndefined(Reward, params.get('reward'))
  const hours = params.has('hours') ? parseOrUndefined(HoursFilter, params.get('hours')) : undefined
  return {
    ...(skill !== undefined && { skill }),
    ...(topic !== undefined && { topic }),
    ...(reward !== undefined && { reward }),
    ...(hours !== undefined && { hours }),
  }
}

/** Applies a change to the URL's parameters; unrelated parameters stay. */
export function applyRoleFilterChange(
  params: URLSearchParams,
  change: RoleFilterChange,
): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(change)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

function parseOrUndefined<T extends z.ZodMiniType>(
  schema: T,
  value: unknown,
): z.output<T> | undefined {
  const parsed = z.safeParse(schema, value)
  return parsed.success ? parsed.data : undefined
}
