import { RoleDraft } from '@dolph/contract/roles/roles'
import { skillKey } from '@dolph/contract/skills/skills'
import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import { Refusal } from '../../platform/errors.ts'

type RoleRow = Selectable<Tables['roles']>

/** Refuses a draft that breaks a rule between its fields. */
export function checkDraft(draft: object): RoleDraft {
  const result = RoleDraft.safeParse(draft)
  if (result.success) return result.data
  const fields = result.error.issues.map(({ path, message }) => [path.join('/'), message] as const)
  throw new Refusal('invalid-input', 'Please fix the validation errors before submitting', {
    fields: Object.fromEntries(fields),
  })
}

/** The draft that a stored role was written from. */
export function toDraft(role: RoleRow): RoleDraft {
  return {
    title: role.title,
    about: role.about,
    skills: role.skills,
    mustSkills: role.must_skills,
    hours: { from: role.hours_from, to: role.hours_to },
    term: role.term,
    zone: role.zone,
    zoneSpread: role.zone_spread,
    reward: role.reward,
    rewardNote: role.reward_note,
    seats: role.seats,
  }
}

export function toColumns(draft: RoleDraft) {
  return {
    title: draft.title,
    about: draft.about,
    skills: draft.skills,
    skill_keys: draft.skills.map(skillKey),
    must_skills: draft.mustSkills,
    hours_from: draft.hours.from,
    hours_to: draft.hours.to,
    term: draft.term,
    zone: draft.zone,
    zone_spread: draft.zoneSpread,
    reward: draft.reward,
    reward_note: draft.rewardNote,
    seats: draft.seats,
  }
}
