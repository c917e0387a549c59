import {
  ALREADY_ON_TEAM,
  MEMBER_ON_TEAM,
  ROLE_FILLED,
} from '@dolph/contract/join-requests/join-requests'
import { TEAM_FULL, TEAM_MAX } from '@dolph/contract/rooms/rooms'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { insertEvent } from '../../platform/events/insert-event.ts'
import { declineWaiting } from '../roles/decline-waiting.ts'
import type { LockedJoinRequest } from './locked-join-request.ts'

/**
 * Puts the person on the team; the caller holds the locks of the project and the role. The last seat fills the role and declines
 * those who still wait.
 */
export async function takeSeat(
  tx: Queryable,
  request: LockedJoinRequest,
  actorId: string,
): Promise<void> {
  const { id, roleId, postId, personId, roleTitle } = request
  if (postId === null || !(await hasFreeSeat(tx, roleId))) {
    throw new Refusal('conflict', ROLE_FILLED)
  }
  if (await isTeamFull(tx, postId)) throw new Refusal('conflict', TEAM_FULL)
  // A trigger counts the seats that are taken. A member who left and comes back has a row already.
  const { rows: places } = await sql`
    insert into team_members as place (post_id, member_id, role_id, role_title)
    values (${postId}, ${personId}, ${roleId}, ${roleTitle})
    on conflict (post_id, member_id) do update set role_id = excluded.role_id, role_title = excluded.role_title,
      joined_at = excluded.joined_at, is_co_owner = false, left_at = null
    where place.left_at is not null
    returning 1`.execute(tx)
  if (places.length === 0) {
    throw new Refusal('conflict', request.isOwner ? MEMBER_ON_TEAM : ALREADY_ON_TEAM)
  }
  await insertEvent(tx, 'team.changed', {
    subjectId: postId,
    actorId,
    data: { memberIds: [personId] },
  })
  const { rows: full } = await sql`
    update roles set state = 'filled', paused_by = null where id = ${roleId} and filled = seats returning 1`.execute(
    tx,
  )
  if (full.length > 0) await declineWaiting(tx, roleId, id)
}

/** Besides the members of the team there is its author. */
async function isTeamFull(tx: Queryable, postId: string): Promise<boolean> {
  const { rows } =
    await sql`select from projects where post_id = ${postId} and team_size + 1 >= ${TEAM_MAX}`.execute(
      tx,
    )
  return rows.length > 0
}

async function hasFreeSeat(tx: Queryable, roleId: string | null): Promise<boolean> {
  const { rows } = await sql`select from roles where id = ${roleId} and filled < seats`.execute(tx)
  return rows.length > 0
}
