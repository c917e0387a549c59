import { ANSWERS_MIN, type Answers } from '@dolph/contract/answers'
import type { Role, RoleTerm } from '@dolph/contract/roles'
import { REWARD_LABELS } from '@dolph/contract/availability'
import { getZoneCity } from '../people/zone-name.ts'

export const TERM_LABELS: Record<RoleTerm, string> = {
  weeks: 'some weeks',
  months: 'some months',
  open: 'open end',
}

type RoleTerms = Pick<Role, 'hours' | 'term' | 'zone' | 'zoneSpread' | 'reward' | 'rewardNote'>

/** '4 to 8 h a week · some months · within 3 h of Berlin · Unpaid' */
export function describeRole({ hours, term, zone, zoneSpread, ...role }: RoleTerms): string {
  const { from, to } = hours
  const reward = REWARD_LABELS[role.reward]
  return [
    from === to ? `${from} h a week` : `${from} to ${to} h a week`,
    TERM_LABELS[term],
    zone === null ? 'any time zone' : `within ${zoneSpread} h of ${getZoneCity(zone)}`,
    role.rewardNote === '' ? reward : `${reward}: ${role.rewardNote}`,
  ].join(' · ')
}

/** 'Answers 9 of 10, usually within 2 days', or 'New here' below five answers. */
export function describeAnswers(answers: Answers | null): string {
  if (!answers || answers.of < ANSWERS_MIN) return 'New here'
  const rate = `Answers ${answers.answered} of ${answers.of}`
  return answers.medianHours === null
    ? rate
    : `${rate}, usually within ${formatWait(answers.medianHours)}`
}

function formatWait(hours: number): string {
  if (hours <= 1) return 'an hour'
  if (hours < 24) return `${hours} hours`
  const days = Math.ceil(hours / 24)
  return days === 1 ? 'a day' : `${days} days`
}
