import type { Access } from '@dolph/contract/endpoint'
import type { Queryable } from '../db/database.ts'

export type Role = Extract<Access, 'moderator' | 'admin'>

/** Whether a member may do what is reserved for a role: admins may do what moderators may. */
export async function hasRole(db: Queryable, memberId: string, needed: Role): Promise<boolean> {
  const row = await db
    .selectFrom('staff')
    .select('role')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row?.role === 'admin' || row?.role === needed
}
