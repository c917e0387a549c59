import { sql } from 'kysely'
import type { RepeatErasure } from '../../privacy/erasures/repeat-erasure.ts'

/** A role through which a member joined is closed, never erased, so nobody joined through this one. Triggers end its requests and update the counts. */
export const repeatRoleErasure: RepeatErasure = async (tx, id) => {
  await sql`
    select from projects where post_id = (select post_id from roles where id = ${id}) for update
  `.execute(tx)
  await tx.deleteFrom('roles').where('id', '=', id).execute()
}
