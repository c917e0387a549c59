import { sql } from 'kysely'
import type { RepeatErasure } from '../../erasures/repeat-erasure.ts'

/** A role by which a member joined is closed, never erased; nobody had joined by this one. Triggers end its requests and count anew. */
export const repeatRoleErasure: RepeatErasure = async (tx, id) => {
  await sql`
    select from projects where post_id = (select post_id from roles where id = ${id}) for update
  `.execute(tx)
  await tx.deleteFrom('roles').where('id', '=', id).execute()
}
