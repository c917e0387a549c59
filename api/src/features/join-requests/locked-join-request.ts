import { JOIN_REQUEST_NOT_FOUND } from '@dolph/contract/join-requests/join-requests'
import type { JoinRequestState } from '@dolph/contract/join-requests/join-request-state'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { reachableOwnerId, selectOwnedPost } from '../projects/owners.ts'
import { lockProject } from '../projects/lock-project.ts'
import { isUnconfirmedRole } from '../projects/confirm-project-roles.ts'

export interface LockedJoinRequest {
  id: string
  roleId: string | null
  postId: string | null
  roleTitle: string
  personId: string
  ownerId: string | null
  senderId: string | null
  /** With whom the person talks. */
  reachableOwnerId: string | null
  isInvitation: boolean
  state: JoinRequestState
  dueAt: string
  /** Whether the caller is an owner of the project; otherwise the caller is the person. */
  isOwner: boolean
}

/**
 * Locks a join request for a change by one of its two sides, in the order of `create_join_request`: post and project, roles, pair,
 * requests by id. `takesSeat` also locks those that the last seat declines. To everybody else, and after a block, it does not exist.
 */
export async function lockJoinRequest(
  tx: Queryable,
  { id, memberId }: { id: string; memberId: string },
  { takesSeat = false } = {},
): Promise<LockedJoinRequest> {
  const seen = await selectRequest(tx, id)
  if (!seen) throw joinRequestNotFound()
  if (seen.postId !== null) await lockProject(tx, seen.postId)
  await lockRoles(tx, seen)
  if (!(await lockPairs(tx, seen, memberId))) throw joinRequestNotFound()
  if (takesSeat) await lockWaiting(tx, seen)
  const request = await selectRequest(tx, id, { isLocked: true })
  if (!request) throw joinRequestNotFound()
  const isPerson = request.personId === memberId
  const isOwner = !isPerson && (await isOwnerOf(tx, request, memberId))
  if (!isPerson && !isOwner) throw joinRequestNotFound()
  return { ...request, isOwner }
}

/** Locks the role, those that the answer of an owner confirms, and the one that the person left, whose seats are counted again. */
async function lockRoles(
  tx: Queryable,
  { roleId, postId, personId }: Omit<LockedJoinRequest, 'isOwner'>,
): Promise<void> {
  await sql`
    select from roles
    where id = ${roleId} or post_id = ${postId} and (${isUnconfirmedRole}
      or id = (select role_id from team_members where post_id = ${postId} and member_id = ${personId}))
    order by id for no key update`.execute(tx)
}

export function joinRequestNotFound(): Refusal {
  return new Refusal('not-found', JOIN_REQUEST_NOT_FOUND)
}

async function selectRequest(
  tx: Queryable,
  id: string,
  { isLocked = false } = {},
): Promise<Omit<LockedJoinRequest, 'isOwner'> | undefined> {
  const { rows } = await sql<Omit<LockedJoinRequest, 'isOwner'>>`
    select id, role_id as "roleId", post_id as "postId", role_title as "roleTitle", member_id as "personId",
      owner_id as "ownerId", sender_id as "senderId", from_owner as "isInvitation", state, due_at as "dueAt",
      ${reachableOwnerId('join_requests')} as "reachableOwnerId"
    from join_requests
    where id = ${id} and exists (select from members where members.id = member_id and deleted_at is null)
    ${isLocked ? sql`for no key update` : sql``}`.execute(tx)
  return rows[0]
}

/** Locks the person with the owner, with the sender and with the caller, so that a block between them waits for this transaction. */
async function lockPairs(
  tx: Queryable,
  { personId, ownerId, senderId }: Omit<LockedJoinRequest, 'isOwner'>,
  memberId: string,
): Promise<boolean> {
  const others = [...new Set([ownerId, senderId, memberId])].filter(
    (other): other is string => other !== null && other !== personId,
  )
  const { rows } = await sql<{ isUnblocked: boolean }>`
    select lock_if_unblocked(${personId}, other) as "isUnblocked"
    from unnest(${others.toSorted()}::uuid[]) as other`.execute(tx)
  return rows.every(({ isUnblocked }) => isUnblocked)
}

/** Locks the request together with those that wait for the last seat of its role. */
async function lockWaiting(
  tx: Queryable,
  { id, roleId }: Omit<LockedJoinRequest, 'isOwner'>,
): Promise<void> {
  await sql`
    select from join_requests
    where id = ${id} or role_id = (select id from roles where id = ${roleId} and filled + 1 = seats) and state = 'waiting'
    order by id for no key update`.execute(tx)
}

async function isOwnerOf(
  tx: Queryable,
  { ownerId, postId }: Omit<LockedJoinRequest, 'isOwner'>,
  memberId: string,
): Promise<boolean> {
  if (ownerId === memberId) return true
  return postId !== null && (await selectOwnedPost(tx, { postId, memberId })) !== undefined
}
