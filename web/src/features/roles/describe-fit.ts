import type { Fit, FitLevel } from '@dolph/contract/roles/fit'
import { TOPIC_LABELS } from '@dolph/contract/projects/projects'

const HOUR_POINTS_MAX = 25
const ZONE_POINTS_MAX = 10

/** The words for a level of fit, the same wherever one is shown. */
export const FIT_LABELS: Record<FitLevel, string> = {
  strong: 'Strong fit',
  good: 'Good fit',
  partial: 'Partial fit',
  none: 'Weak fit',
}

/** Why a member fits a role, and what is missing. */
export interface FitReasons {
  matches: string[]
  gaps: string[]
}

/** The reasons of a fit: '3 of 4 skills', 'hours fit'; 'missing Docker'. Missing skills are listed only if some are there. */
export function listFitReasons({ obstacles, skills, hours, zone }: Fit): FitReasons {
  const wanted = skills.had.length + skills.missing.length
  const optional = skills.missing.filter((skill) => !obstacles.mustSkills.includes(skill))
  const isAnySkillThere = skills.had.length > 0
  const isNear = zone?.points === ZONE_POINTS_MAX
  const count = `${skills.had.length} of ${wanted} skills`
  const distance = zone?.apart == null ? null : formatDistance(zone.apart)
  return {
    matches: [
      isAnySkillThere && count,
      // Without a number, which would contradict the hours of the role or request beside it.
      hours?.points === HOUR_POINTS_MAX && 'hours fit',
      isNear && distance,
    ].filter(isText),
    gaps: [
      !isAnySkillThere && count,
      obstacles.mustSkills.length > 0 && `${obstacles.mustSkills.join(', ')} required`,
      isAnySkillThere && optional.length > 0 && `missing ${optional.join(', ')}`,
      hours && hours.points < HOUR_POINTS_MAX && `only ${hours.offered} h a week`,
      !isNear && distance,
      obstacles.reward && 'different pay',
    ].filter(isText),
  }
}

/** How the score is made, one line for each reason. */
export function explainScore({ skills, hours, topics, zone }: Fit): string[] {
  const shared = topics?.shared.map((topic) => TOPIC_LABELS[topic]).join(', ')
  return [
    `Skills: ${skills.points} of 50`,
    hours && `Hours: ${hours.points} of 25`,
    topics && `Topics: ${topics.points} of 15${shared ? ` (${shared})` : ''}`,
    zone && `Time zone: ${zone.points} of 10`,
  ].filter((line) => line !== null)
}

function formatDistance(apart: number): string {
  return apart === 0 ? 'same time' : `${apart} h apart`
}

function isText(text: string | false | null | undefined): text is string {
  return typeof text === 'string'
}
