import type { MemberErasure } from '../../platform/define-feature.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { deleteExports } from './exports.ts'

const RESTORED_BATCH_SIZE = 1_000

export const exportErasure: MemberErasure = {
  deleteBatch: async ({ db }, memberId) =>
    db.transaction().execute(async (tx) => (await deleteExports(tx, [memberId])) > 0),
  hasRows: async (tx, memberId) => {
    const row = await tx
      .selectFrom('exports')
      .select('key')
      .where('member_id', '=', memberId)
      .executeTakeFirst()
    return row !== undefined
  },
}

/** Exports of a backup may have expired since, or lack what was deleted since; their files are in no backup. */
export async function deleteRestoredExports(tx: Queryable): Promise<void> {
  for (let isMore = true; isMore;) {
    const rows = await tx
      .selectFrom('exports')
      .select('member_id')
      .limit(RESTORED_BATCH_SIZE)
      .execute()
    await deleteExports(
      tx,
      rows.map(({ member_id }) => member_id),
    )
    isMore = rows.length === RESTORED_BATCH_SIZE
  }
}
