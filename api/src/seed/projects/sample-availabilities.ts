import { Reward } from '@dolph/contract/people/availability'
import { Topic } from '@dolph/contract/projects/projects'
import { skillKey } from '@dolph/contract/skills/skills'
import type { Insertable } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { insertInBatches } from '../insert-rows.ts'
import type { SampleMember } from '../sample-data.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { DAY_MS, toDate, type SampleWorld } from './sample-world.ts'

const OPEN_SHARE = 0.45
const ZONE_WITHOUT_LOCATION = 'Europe/Berlin'
const NOTES = [
  'Small teams, and people who answer.',
  'I would like to learn something that I cannot learn at work.',
  'Something with users, however few.',
  'No meetings before ten, please.',
  '',
]

/** Whether the members that a developer signs in as are open to join, and for how many days. */
const DAYS_BY_USERNAME = new Map([
  ['ada', null],
  ['bob', 40],
  ['carla', 20],
  // Ends within a week, so that dan is asked whether to keep it.
  ['dan', 3],
])

/** Many of the members are open to join. */
export async function insertAvailabilities(
  tx: Queryable,
  { members, getMemberId, now }: SampleWorld,
): Promise<void> {
  const rows: Insertable<Tables['availabilities']>[] = []
  const terms: Insertable<Tables['seeker_terms']>[] = []
  for (const member of members) {
    const row = createAvailability(member, getMemberId(member.username), now)
    if (!row) continue
    rows.push(row)
    const skills = member.profile.skills.map((skill) => `skill:${skillKey(skill)}`)
    const topics = row.topics?.map((topic) => `topic:${topic}`) ?? []
    for (const term of new Set([...skills, ...topics])) {
      terms.push({ term, renewed_on: row.renewed_on ?? '', member_id: row.member_id })
    }
  }
  await insertInBatches(tx, 'availabilities', rows)
  await insertInBatches(tx, 'seeker_terms', terms)
}

function createAvailability(
  { username, zone, profile }: SampleMember,
  memberId: string,
  now: Date,
) {
  const random = createSeededRandom(`availability of ${username}`)
  const isOpen = profile.skills.length > 0 && random.nextBoolean(OPEN_SHARE)
  const days = DAYS_BY_USERNAME.has(username)
    ? DAYS_BY_USERNAME.get(username)
    : isOpen && 8 + random.nextInteger(45)
  if (!days) return undefined
  return {
    member_id: memberId,
    hours: random.pickOne([2, 4, 4, 6, 8, 10, 20]),
    zone: zone ?? ZONE_WITHOUT_LOCATION,
    rewards: random.shuffle(Reward.options).slice(0, 1 + random.nextInteger(3)),
    topics: random.shuffle(Topic.options).slice(0, random.nextInteger(4)),
    note: random.pickOne(NOTES),
    until: toDate(now.getTime() + days * DAY_MS),
    renewed_on: toDate(now.getTime() - random.nextInteger(15) * DAY_MS),
  }
}
