import { sql } from 'kysely'
import type { MemberErasure } from '../../platform/define-feature.ts'

const BATCH_SIZE = 1_000

/**
 * Cases about the member go with their reports and appeal. Their own reports stay without name and note, and their
 * decisions without name. What names them in the audit log is removed by its foreign keys.
 */
export const moderationErasure: MemberErasure = {
  deleteBatch: async ({ db }, memberId) => {
    // The statements are independent: each handles a batch of what names the member.
    const results = [
      await sql`
        delete from reports where id = any (array(
          select reports.id from cases join reports on case_id = cases.id where author_id = ${memberId} limit ${BATCH_SIZE}))
      `.execute(db),
      await sql`
        delete from cases where id = any (array(
          select id from cases where author_id = ${memberId}
            and not exists (select from reports where case_id = cases.id) limit ${BATCH_SIZE}))
      `.execute(db),
      await sql`
        update reports set reporter_id = null, note = '' where id = any (array(
          select id from reports where reporter_id = ${memberId} limit ${BATCH_SIZE}))
      `.execute(db),
      await sql`
        update cases set decided_by = null where id = any (array(
          select id from cases where decided_by = ${memberId} limit ${BATCH_SIZE}))
      `.execute(db),
    ]
    return results.some(({ numAffectedRows = 0n }) => numAffectedRows > 0n)
  },
  hasRows: async (tx, memberId) => {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from cases where author_id = ${memberId})
        or exists (select from reports where reporter_id = ${memberId}) as found
    `.execute(tx)
    return rows[0]?.found ?? false
  },
}
