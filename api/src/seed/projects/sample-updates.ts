import { sql, type Insertable } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { createIds, insertInBatches } from '../insert-rows.ts'
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts'
import { DAY_MS, type SampleWorld, type StoredProject } from './sample-world.ts'

const UPDATED_SHARE = 0.4
const FOLLOWS_MAX = 12

/** News of projects, and who saved or follows which. */
export async function insertUpdatesAndFollows(
  tx: Queryable,
  projects: StoredProject[],
  { members, getMemberId, now }: SampleWorld,
): Promise<void> {
  const random = createSeededRandom('updates')
  const updates = projects
    .filter(() => random.nextBoolean(UPDATED_SHARE))
    .flatMap((project) => writeUpdates(random, project, now))
  const ids = await createIds(
    tx,
    updates.map(({ at }) => at),
  )
  await insertInBatches(
    tx,
    'updates',
    updates.map(({ project, body, state }, index): Insertable<Tables['updates']> => ({
      id: ids[index],
      post_id: project.id,
      author_id: getMemberId(project.author),
      body,
      state,
    })),
  )
  const follows = members.flatMap(({ username }) =>
    random
      .shuffle(projects.filter(({ author }) => author !== username))
      .slice(0, random.nextInteger(FOLLOWS_MAX))
      .map((project): Insertable<Tables['follows']> => ({
        member_id: getMemberId(username),
        post_id: project.id,
        with_updates: random.nextBoolean(0.4),
        followed_at: pickTimeSince(random, project.postedAt, now).toISOString(),
      })),
  )
  await insertInBatches(tx, 'follows', follows)
  // Nobody follows what they cannot see.
  await sql`
    delete from follows using posts where posts.id = post_id and is_blocked(member_id, author_id)
  `.execute(tx)
}

/** What works and what is open, as the owner would tell it, and the change to the state that the project has. */
function writeUpdates(random: SeededRandom, project: StoredProject, now: Date) {
  const { workingFeatures, openTasks } = project.project
  const texts = [
    ...workingFeatures.map((feature) => `New since last time: ${feature}`),
    ...openTasks.map((task) => `Still open: ${task} Ideas are welcome.`),
  ]
  const bodies = random.shuffle(texts).slice(0, 1 + random.nextInteger(5))
  const written = bodies.map((body) => ({
    project,
    body,
    state: null,
    at: pickTimeSince(random, project.postedAt, now),
  }))
  const changed = { project, body: '', state: project.state }
  return [...written, { ...changed, at: pickTimeSince(random, project.postedAt, now) }]
}

function pickTimeSince(random: SeededRandom, start: Date, now: Date): Date {
  const earliest = Math.max(start.getTime(), now.getTime() - 200 * DAY_MS)
  return new Date(earliest + (now.getTime() - earliest) * (0.05 + random.nextFloat() * 0.9))
}
