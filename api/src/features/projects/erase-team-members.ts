import type { Database } from '../../platform/db/database.ts'
import type { MemberErasure } from '../../platform/define-feature.ts'
import { lockProject } from './lock-project.ts'

const BATCH_SIZE = 50

/**
 * Takes a member off their teams, one after the other. Each project is locked before its team, as by every change of a team: a deletion
 * of all rows with the member would lock many projects in any order.
 */
export const teamErasure: MemberErasure = {
  deleteBatch: async ({ db }, memberId) => {
    const posts = await selectTeams(db, memberId)
    for (const postId of posts) {
      await db.transaction().execute(async (tx) => {
        await lockProject(tx, postId)
        await tx
          .deleteFrom('team_members')
          .where('post_id', '=', postId)
          .where('member_id', '=', memberId)
          .execute()
      })
    }
    return posts.length > 0
  },
  hasRows: async (tx, memberId) => {
    const row = await tx
      .selectFrom('team_members')
      .select('post_id')
      .where('member_id', '=', memberId)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },
}

async function selectTeams(db: Database, memberId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('team_members')
    .select('post_id')
    .where('member_id', '=', memberId)
    .limit(BATCH_SIZE)
    .execute()
  return rows.map(({ post_id: postId }) => postId)
}
