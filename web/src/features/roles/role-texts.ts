import { ANSWERS_MIN, type Answers } from '@dolph/contract/roles/answers'
import type { Role, RoleTerm } from '@dolph/contract/roles/roles'
import { REWARD_LABELS } from '@dolph/contract/people/availability'
import { formatZoneOffset } from '../people/zone-offset.ts'

export const TERM_LABELS: Record<RoleTerm, string> = {
  weeks: 'a few weeks',
  months: 'a few months',
  open: 'ongoing',
}

type RoleTerms = Pick<Role, 'hours' | 'term' | 'zone' | 'zoneSpread' | 'reward' | 'rewardNote'>

/** '4 to 8 h a week · a few months · within 3 h of UTC+1 · Unpaid' */
export function describeRole({ hours, term, zone, zoneSpread, ...role }: RoleTerms): string {
  const reward = REWARD_LABELS[role.reward]
  return [
    describeHours(hours),
    TERM_LABELS[term],
    zone === null ? 'any time zone' : `within ${zoneSpread} h of ${formatZoneOffset(zone)}`,
    role.rewardNote === '' ? reward : `${reward}: ${role.rewardNote}`,
  ].join(' · ')
}

/** '4 to 8 h a week' */
export function describeHours({ from, to }: Role['hours']): string {
  return from === to ? `${from} h a week` : `${from} to ${to} h a week`
}

/** 'Answered 9 of 10 requests, usually within 2 days', or 'No answer history yet' below five answers. */
export function describeAnswers(answers: Answers | null): string {
  if (!answers || answers.of < ANSWERS_MIN) return 'No answer history yet'
  const rate = `Answered ${answers.answered} of ${answers.of} requests`
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
