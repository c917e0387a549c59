import type { ProjectState } from '@dolph/contract/projects/projects'
import { sql, type Insertable } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { insertInBatches } from '../insert-rows.ts'
import type { SamplePost } from '../sample-data.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { insertAvailabilities } from './sample-availabilities.ts'
import { insertJoinRequests } from './sample-join-requests.ts'
import { insertRoomMessages } from './sample-rooms.ts'
import { insertRoles } from './sample-roles.ts'
import { insertUpdatesAndFollows } from './sample-updates.ts'
import { DAY_MS, type SampleWorld, type StoredProject } from './sample-world.ts'

/** Inserts what owners said about their projects, with roles, join requests, teams, their rooms, updates and follows, and who is open to join. */
export async function insertProjects(tx: Queryable, world: SampleWorld): Promise<void> {
  await insertAvailabilities(tx, world)
  const projects = await insertProjectRows(tx, world)
  const roles = await insertRoles(tx, projects, world)
  await insertJoinRequests(tx, roles, world)
  await insertRoomMessages(tx, world)
  await insertUpdatesAndFollows(tx, projects, world)
}

async function insertProjectRows(
  tx: Queryable,
  { posts, now }: SampleWorld,
): Promise<StoredProject[]> {
  const random = createSeededRandom('projects')
  const { rows: hidden } = await sql<{
    id: string
  }>`select id from posts where hidden_at is not null`.execute(tx)
  const hiddenIds = new Set(hidden.map(({ id }) => id))
  const projects: StoredProject[] = []
  for (const post of posts) {
    const { project, type } = post
    const usualState = STATE_BY_TYPE[type]
    const isSaid = random.nextBoolean(type === 'seeking-contributors' ? 1 : 0.5)
    if (!project || !usualState || !isSaid || hiddenIds.has(post.id)) continue
    const isOld = now.getTime() - post.postedAt.getTime() > 60 * DAY_MS
    const state =
      isOld && random.nextBoolean(0.15)
        ? random.pickOne(['paused', 'needs-owner'] as const)
        : usualState
    const replyDays = random.pickOne([2, 7, 7, 14] as const)
    projects.push({ ...post, project, state, replyDays })
  }
  await insertInBatches(
    tx,
    'projects',
    projects.map(({ id, project, state, replyDays }): Insertable<Tables['projects']> => ({
      post_id: id,
      state,
      topics: project.topics,
      reply_days: replyDays,
    })),
  )
  return projects
}

const STATE_BY_TYPE: Partial<Record<SamplePost['type'], ProjectState>> = {
  showcase: 'shipped',
  'seeking-contributors': 'building',
  'in-development': 'building',
  'open-source': 'building',
  'project-idea': 'idea',
}
