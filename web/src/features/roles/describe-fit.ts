import { GOOD_FIT, STRONG_FIT, type Fit } from '@dolph/contract/fit'
import { TOPIC_LABELS } from '@dolph/contract/projects'

const HOUR_POINTS_MAX = 25

/** The reasons of a fit: '3 of 4 skills · 6 h fits · 2 h apart · missing Docker'. Missing skills are listed only if some are there. */
export function describeFit({ obstacles, skills, hours, zone }: Fit): string {
  const wanted = skills.had.length + skills.missing.length
  const optional = skills.missing.filter((skill) => !obstacles.mustSkills.includes(skill))
  return [
    `${skills.had.length} of ${wanted} skills`,
    hours && `${hours.offered} h ${hours.points === HOUR_POINTS_MAX ? 'fits' : 'is too little'}`,
    zone?.apart != null && formatDistance(zone.apart),
    obstacles.mustSkills.length > 0 && `${obstacles.mustSkills.join(', ')} is a must`,
    skills.had.length > 0 && optional.length > 0 && `missing ${optional.join(', ')}`,
    obstacles.reward && 'the reward does not fit',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** 'Strong fit', 'Good fit', or nothing. */
export function getFitLabel({ score }: Fit): 'Strong fit' | 'Good fit' | undefined {
  if (score === null || score < GOOD_FIT) return undefined
  return score >= STRONG_FIT ? 'Strong fit' : 'Good fit'
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
