import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import { wasInRoomOf } from '../moderation/reported-messages.ts'

interface CaseRoles {
  subject: { kind: string; id: string }
  authorId: string | null
  /** The moderator who decided what the author objects to; null while the case is open. */
  deciderId: string | null
}

interface Obstacles {
  isAuthor: boolean
  wasInRoom: boolean
  hasBlocked: boolean
  needsAdmin: boolean
  hasOtherModerator: boolean
}

/**
 * Why a moderator may not decide, or null. A block by the author does not matter: otherwise members could choose who
 * decides about them.
 */
export async function findObstacle(
  db: Queryable,
  moderatorId: string,
  { subject, authorId, deciderId }: CaseRoles,
): Promise<string | null> {
  const messageId = subject.kind === 'message' ? subject.id : null
  const { rows } = await sql<Obstacles>`
    select coalesce(author.id = ${moderatorId}, false) as "isAuthor",
      ${wasInRoomOf(moderatorId, messageId)} as "wasInRoom",
      exists (select from blocks where member_id = ${moderatorId} and other_id = author.id) as "hasBlocked",
      author.is_admin and not exists (
        select from staff where member_id = ${moderatorId} and role = 'admin') as "needsAdmin",
      exists (
        select from staff join members on members.id = staff.member_id
        where staff.member_id <> ${moderatorId} and staff.member_id is distinct from author.id
          and members.deleted_at is null and (role = 'admin' or not author.is_admin)) as "hasOtherModerator"
    from (
      select ${authorId}::uuid as id,
        exists (select from staff where member_id = ${authorId} and role = 'admin') as is_admin) as author
  `.execute(db)
  const [obstacles] = rows
  if (obstacles?.isAuthor) return 'This case is about you.'
  if (obstacles?.wasInRoom) return 'This message is from a room of yours.'
  if (obstacles?.hasBlocked) return 'You blocked this member.'
  if (obstacles?.needsAdmin) return 'Only another admin can decide about an admin.'
  if (deciderId === moderatorId && obstacles?.hasOtherModerator) {
    return 'This was your decision. Another moderator looks at the objection.'
  }
  return null
}
