import { skillKey } from '@dolph/contract/skills/skills'
import type { Insertable } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { createIds, insertInBatches } from '../insert-rows.ts'
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts'
import { readRoleTemplates } from './role-templates.ts'
import {
  DAY_MS,
  FIRST_USERNAMES,
  toDate,
  type SampleWorld,
  type StoredProject,
} from './sample-world.ts'

/** A sample role in the database. */
export interface StoredRole {
  id: string
  title: string
  state: 'open' | 'paused' | 'filled' | 'closed'
  seats: number
  filled: number
  createdAt: Date
  project: StoredProject
}

const SKILLS_MAX = 5
const RECENT_DAYS = 120

/** Projects that look for contributors have roles; those of old posts are filled or closed. */
export async function insertRoles(
  tx: Queryable,
  projects: StoredProject[],
  { now }: SampleWorld,
): Promise<StoredRole[]> {
  const random = createSeededRandom('roles')
  const templates = readRoleTemplates()
  const planned = projects
    .filter(
      ({ type }) =>
        type === 'seeking-contributors' || (type === 'open-source' && random.nextBoolean(0.5)),
    )
    .flatMap((project) => planRoles(random, { project, templates, now }))
  const ids = await createIds(
    tx,
    planned.map(({ createdAt }) => createdAt),
  )
  await insertInBatches(
    tx,
    'roles',
    planned.map(({ row }, index) => ({ ...row, id: ids[index] })),
  )
  return planned.map(({ row, createdAt, project, state }, index) => ({
    id: ids[index] ?? '',
    title: row.title,
    state,
    seats: row.seats,
    filled: row.filled ?? 0,
    createdAt,
    project,
  }))
}

interface RoleOptions {
  project: StoredProject
  templates: ReturnType<typeof readRoleTemplates>
  now: Date
}

function planRoles(random: SeededRandom, { project, templates, now }: RoleOptions) {
  const text = `${project.title} ${project.body}`
  const fitting = templates.filter(({ words }) => words.test(project.title))
  const others = templates.filter((each) => !fitting.includes(each) && each.words.test(text))
  const ordered = [...fitting, ...random.shuffle(others)]
  const age = Math.floor((now.getTime() - project.postedAt.getTime()) / DAY_MS)
  return ordered.slice(0, 1 + random.nextInteger(3)).map((template, index) => {
    const state = pickState(random, project, age)
    const seats = random.pickOne([1, 1, 1, 2, 3])
    const skills = [...new Set([...findStack(project), ...template.skills])].slice(0, SKILLS_MAX)
    const [from, more] = [random.pickOne([2, 3, 4, 6]), random.pickOne([0, 2, 4])]
    const isZoned = random.nextBoolean(0.3)
    const reward = random.pickOne(['unpaid', 'unpaid', 'unpaid', 'shared-revenue', 'paid'] as const)
    const row: Insertable<Tables['roles']> = {
      post_id: project.id,
      title: template.title,
      about: template.about,
      skills,
      skill_keys: skills.map(skillKey),
      must_skills: random.nextBoolean(0.3) ? skills.slice(0, 1) : [],
      hours_from: from,
      hours_to: from + more,
      term: random.pickOne(['weeks', 'months', 'months', 'open'] as const),
      zone: isZoned ? 'Europe/Berlin' : null,
      zone_spread: isZoned ? random.pickOne([3, 6] as const) : null,
      reward,
      reward_note: reward === 'paid' ? 'A small fee for each release.' : '',
      seats,
      filled: state === 'filled' ? seats : 0,
      state,
      paused_by: state === 'paused' && project.state === 'paused' ? 'project' : null,
      confirmed_on: toDate(now.getTime() - pickSilentDays(random, age) * DAY_MS),
    }
    // A second after the other, so that their order is always the same.
    const createdAt = new Date(project.postedAt.getTime() + (index + 1) * 1_000)
    return { row, createdAt, project, state }
  })
}

function pickState(random: SeededRandom, project: StoredProject, age: number) {
  if (project.state === 'paused') return 'paused'
  if (age < (FIRST_USERNAMES.includes(project.author) ? 100 : 20)) return 'open'
  if (age > RECENT_DAYS) return random.pickOne(['filled', 'closed'] as const)
  return random.pickOne(['open', 'open', 'open', 'paused', 'filled', 'filled', 'closed'] as const)
}

/** Most owners gave a sign of life in the last two weeks; some roles may be inactive. */
function pickSilentDays(random: SeededRandom, age: number): number {
  return Math.min(
    age,
    random.nextBoolean(0.05) ? 29 + random.nextInteger(4) : random.nextInteger(15),
  )
}

/** The parts of a project's stack that are short enough to be skills. */
function findStack({ project }: StoredProject): string[] {
  return project.stack
    .split(', ')
    .filter((part) => /^[\w+#.-]{1,15}$/.test(part))
    .slice(0, 2)
}
