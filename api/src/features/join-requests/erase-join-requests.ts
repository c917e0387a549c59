import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import type { MemberErasure } from '../../platform/define-feature.ts'

const BATCH_SIZE = 500

/**
 * Deletes the requests of a member and the invitations of them. Requests for the posts of the member ended with the posts; they stay
 * with the members who sent them, without the owner.
 */
export const joinRequestErasure: MemberErasure = {
  deleteBatch: async ({ db }, memberId) => {
    const deleted = await deleteRequests(db, memberId)
    const changed = await removeOwner(db, memberId)
    return deleted + changed > 0
  },
  hasRows: async (tx, memberId) => {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from join_requests where member_id = ${memberId})
        or exists (select from join_requests where owner_id = ${memberId})
        or exists (select from join_requests where sender_id = ${memberId})
        or exists (select from join_requests where answered_by = ${memberId}) as found`.execute(tx)
    return rows[0]?.found ?? false
  },
}

/** Deletes a batch of requests and what the notifications of others say about them. */
async function deleteRequests(db: Database, memberId: string): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await sql`select lock_request_notifications()`.execute(tx)
    const { rows } = await sql<{ id: string; postId: string | null; people: string[] }>`
      delete from join_requests where id in (
        select id from join_requests where member_id = ${memberId} order by id limit ${sql.lit(BATCH_SIZE)} for update)
      returning id, post_id as "postId", array_remove(array[owner_id, sender_id], null) as people`.execute(
      tx,
    )
    if (rows.length === 0) return 0
    const ids = rows.map(({ id }) => id)
    const postIds = [...new Set(rows.flatMap(({ postId }) => postId ?? []))]
    const people = [...new Set(rows.flatMap((row) => row.people))]
    await sql`select remove_notified_requests(${ids}::uuid[], ${postIds}::uuid[], ${people}::uuid[])`.execute(
      tx,
    )
    return rows.length
  })
}

async function removeOwner(db: Database, memberId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with changed as (
      update join_requests set owner_id = nullif(owner_id, ${memberId}), sender_id = nullif(sender_id, ${memberId}),
        answered_by = nullif(answered_by, ${memberId})
      where id in (
        select id from join_requests where id in (
          (select id from join_requests where owner_id = ${memberId} limit ${sql.lit(BATCH_SIZE)})
          union all
          (select id from join_requests where sender_id = ${memberId} limit ${sql.lit(BATCH_SIZE)})
          union all
          (select id from join_requests where answered_by = ${memberId} limit ${sql.lit(BATCH_SIZE)}))
        order by id for no key update)
      returning 1)
    select count(*) as count from changed`.execute(db)
  return rows[0]?.count ?? 0
}
