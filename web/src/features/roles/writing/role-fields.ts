import { Reward } from '@dolph/contract/people/availability'
import { RoleDraft, RoleTerm, type Role } from '@dolph/contract/roles/roles'
import { z } from 'zod/mini'

/** The values of a role form, valid or not. */
export const RoleFields = z.object({
  title: z.string(),
  about: z.string(),
  skills: z.array(z.string()),
  mustSkills: z.array(z.string()),
  from: z.string(),
  to: z.string(),
  term: RoleTerm,
  /** The spread and the zone, as in '3 Europe/Berlin'; empty for any time zone. */
  place: z.string(),
  reward: Reward,
  rewardNote: z.string(),
  seats: z.string(),
})
export type RoleFields = z.infer<typeof RoleFields>

export const EMPTY_ROLE_FIELDS: RoleFields = {
  title: '',
  about: '',
  skills: [],
  mustSkills: [],
  from: '4',
  to: '8',
  term: 'months',
  place: '',
  reward: 'unpaid',
  rewardNote: '',
  seats: '1',
}

/** The fields that can be invalid, in the order of the form. */
export const ROLE_ERROR_NAMES = [
  'title',
  'about',
  'skills',
  'mustSkills',
  'hours',
  'zoneSpread',
  'rewardNote',
  'seats',
] as const
export type RoleErrors = Partial<Record<(typeof ROLE_ERROR_NAMES)[number], string>>

export function toRoleFields(role: Role | RoleDraft): RoleFields {
  const { title, about, skills, mustSkills, hours, term, zone, zoneSpread } = role
  return {
    title,
    about,
    skills,
    mustSkills,
    term,
    from: String(hours.from),
    to: String(hours.to),
    place: zone === null ? '' : `${zoneSpread} ${zone}`,
    reward: role.reward,
    rewardNote: role.rewardNote,
    seats: String(role.seats),
  }
}

type ParsedRole =
  | { draft: RoleDraft; errors?: undefined }
  | { draft?: undefined; errors: RoleErrors }

/** The role that the fields describe, or the errors by field. */
export function parseRoleFields(fields: RoleFields): ParsedRole {
  const { from, to, place, seats, ...texts } = fields
  const [spread, zone] = place.split(' ')
  const parsed = z.safeParse(RoleDraft, {
    ...texts,
    hours: { from: Number(from), to: Number(to) },
    zone: place === '' ? null : zone,
    zoneSpread: place === '' ? null : Number(spread),
    seats: Number(seats),
  })
  if (parsed.success) return { draft: parsed.data }
  const errors: RoleErrors = {}
  for (const { path, message } of parsed.error.issues) {
    const name = ROLE_ERROR_NAMES.find((each) => each === path[0])
    if (name) errors[name] ??= message
  }
  return { errors }
}

export function areRoleFieldsEqual(one: RoleFields, other: RoleFields): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
