import { z } from 'zod/mini'
import type { Availability, Reward } from '../people/availability.ts'
import { Count } from '../primitives.ts'
import { Topic } from '../projects/projects.ts'
import { skillKey } from '../skills/skills.ts'
import { findHoursApart } from '../time-zone.ts'

const STRONG_SCORE = 80
const GOOD_SCORE = 50

const SKILL_POINTS = 50
const HOUR_POINTS = 25
const TOPIC_POINTS = 15
const NO_TOPICS_POINTS = 8
const ZONE_POINTS = 10
const ZONE_POINTS_PER_HOUR = 2

const POINTS_MAX = 100
const Points = z.int().check(z.nonnegative(), z.lte(POINTS_MAX))

/** How well a member fits a role, with the reasons. The web makes words of it. */
export const Fit = z.object({
  /** Null with an obstacle, or if the member did not say that they are open to join. */
  score: z.nullable(Points),
  obstacles: z.object({ mustSkills: z.array(z.string()), reward: z.boolean() }),
  skills: z.object({ had: z.array(z.string()), missing: z.array(z.string()), points: Points }),
  /** The other reasons are null if the member did not say that they are open to join. */
  hours: z.nullable(z.object({ offered: Count, points: Points })),
  topics: z.nullable(z.object({ shared: z.array(Topic), points: Points })),
  /** `apart` is null if the role is open to all time zones. */
  zone: z.nullable(z.object({ apart: z.nullable(z.number()), points: Points })),
})
export type Fit = z.infer<typeof Fit>

interface WantedRole {
  skills: readonly string[]
  mustSkills: readonly string[]
  hours: { from: number; to: number }
  zone: string | null
  zoneSpread: number | null
  reward: Reward
  /** The topics of the project. */
  topics: readonly Topic[]
}

interface Candidate {
  skills: readonly string[]
  availability: Availability | null
}

/** How well a candidate fits a role. Nothing else counts: not likes, place, picture, age of the account or money. */
export function fitOf(role: WantedRole, { skills, availability }: Candidate, now: Date): Fit {
  const keys = new Set(skills.map(skillKey))
  const hasSkill = (skill: string) => keys.has(skillKey(skill))
  const had = role.skills.filter(hasSkill)
  const skillPoints = Math.round((SKILL_POINTS * had.length) / role.skills.length)
  const obstacles = {
    mustSkills: role.mustSkills.filter((skill) => !hasSkill(skill)),
    reward: availability !== null && !availability.rewards.includes(role.reward),
  }
  const hours = availability && {
    offered: availability.hours,
    points: scoreHours(role.hours.from, availability.hours),
  }
  const topics = availability && scoreTopics(role.topics, availability.topics)
  const zone = availability && scoreZone(role, availability.zone, now)
  const isRated = availability !== null && obstacles.mustSkills.length === 0 && !obstacles.reward
  const score = skillPoints + (hours?.points ?? 0) + (topics?.points ?? 0) + (zone?.points ?? 0)
  return {
    score: isRated ? score : null,
    obstacles,
    skills: {
      had,
      missing: role.skills.filter((skill) => !had.includes(skill)),
      points: skillPoints,
    },
    hours,
    topics,
    zone,
  }
}

/** How well a member fits, as one scale for every list, page and dialog. */
export type FitLevel = 'strong' | 'good' | 'partial' | 'none'

/**
 * The level of a fit. Without availability it is about skills alone, and all of them are a good fit: a strong one needs the hours too.
 */
export function rateFit({ score, obstacles, hours, skills }: Fit): FitLevel {
  // Hours and time zone alone make nobody fit.
  if (skills.had.length === 0 || obstacles.mustSkills.length > 0) return 'none'
  if (score !== null) {
    if (score >= STRONG_SCORE) return 'strong'
    return score >= GOOD_SCORE ? 'good' : 'partial'
  }
  if (hours !== null) return 'none'
  return skills.missing.length === 0 ? 'good' : 'partial'
}

const LEVEL_RANKS: Record<FitLevel, number> = { none: 0, partial: 1, good: 2, strong: 3 }

/** The place of a fit in a list that begins with the best: first its level, then its points. */
export function rankFit(fit: Fit): number {
  return LEVEL_RANKS[rateFit(fit)] * (POINTS_MAX + 1) + (fit.score ?? fit.skills.points)
}

/** All points from the wanted hours on, none up to half of them, in proportion between. */
function scoreHours(wanted: number, offered: number): number {
  if (offered >= wanted) return HOUR_POINTS
  return offered * 2 <= wanted ? 0 : Math.round((HOUR_POINTS * offered) / wanted)
}

function scoreTopics(wanted: readonly Topic[], offered: readonly Topic[]) {
  const shared = wanted.filter((topic) => offered.includes(topic))
  if (wanted.length === 0) return { shared, points: NO_TOPICS_POINTS }
  return { shared, points: shared.length > 0 ? TOPIC_POINTS : 0 }
}

function scoreZone(role: WantedRole, zone: string, now: Date) {
  if (role.zone === null || role.zoneSpread === null) return { apart: null, points: ZONE_POINTS }
  const apart = findHoursApart(role.zone, zone, now)
  const beyond = Math.max(0, Math.ceil(apart - role.zoneSpread))
  return { apart, points: Math.max(0, ZONE_POINTS - ZONE_POINTS_PER_HOUR * beyond) }
}
