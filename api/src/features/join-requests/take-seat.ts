import { ROLE_FILLED } from '@dolph/contract/join-requests'
import { sql } from 'kysely'
import type { Queryable } from '../../db/database.ts'
import { Refusal } from '../../errors.ts'
import { insertEvent } from '../../events/insert-event.ts'
import { declineWaiting } from '../roles/decline-waiting.ts'
import type { LockedJoinRequest } from './locked-join-request.ts'

/** Puts the person on the team. The last seat fills the role and declines those who still wait. */
export async function takeSeat(
  tx: Queryable,
  { id, roleId, postId, personId, roleTitle }: LockedJoinRequest,
  actorId: string,
): Promise<void> {
  const { rows } = await sql<{ isFull: boolean }>`
    update roles set filled = filled + 1,
      state = case when filled + 1 = seats then 'filled' else state end,
      paused_by = case when filled + 1 < seats then paused_by end
    where id = ${roleId} and filled < seats
    returning filled = seats as "isFull"`.execute(tx)
  const [role] = rows
  if (!role || postId === null) throw new Refusal('conflict', ROLE_FILLED)
  // A member who left and comes back has a row already.
  await sql`
    insert into team_members as place (post_id, member_id, role_id, role_title)
    values (${postId}, ${personId}, ${roleId}, ${roleTitle})
    on conflict (post_id, member_id) do update set role_id = excluded.role_id, role_title = excluded.role_title,
      joined_at = case when place.left_at is null then place.joined_at else excluded.joined_at end,
      is_co_owner = place.is_co_owner and place.left_at is null, left_at = null`.execute(tx)
  await insertEvent(tx, 'team.changed', {
    ...{ subjectId: postId, actorId, data: { memberIds: [personId] } },
  })
  if (role.isFull) await declineWaiting(tx, roleId, id)
}
