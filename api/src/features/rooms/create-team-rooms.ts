import { sql } from 'kysely'
import { MIN_ID } from '../../platform/db/id-bounds.ts'
import type { Backfill } from '../../platform/jobs/backfills/backfill.ts'

/** Each team of a batch stays locked until all have their rooms. */
const TEAMS_MAX = 100

/** Creates the rooms of teams that formed before there were rooms. */
export const createTeamRooms: Backfill = {
  name: 'create-team-rooms',
  async fillBatch(tx, cursor, limit) {
    const { rows } = await sql<{ postId: string }>`
      select distinct post_id as "postId" from team_members
      where left_at is null and post_id > ${cursor ?? MIN_ID}
      order by post_id limit ${Math.min(limit, TEAMS_MAX)}`.execute(tx)
    const postIds = rows.map(({ postId }) => postId)
    if (postIds.length === 0) return null
    await sql`
      select from projects where post_id = any (${postIds}) order by post_id for no key update`.execute(
      tx,
    )
    await sql`
      select create_team_room(posts) from posts where id = any (${postIds}) and exists (
        select from team_members where post_id = posts.id and left_at is null)`.execute(tx)
    return postIds.at(-1) ?? null
  },
}
