import type { changeProject as changeProjectEndpoint } from '@dolph/contract/projects/projects'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { insertEvent } from '../../platform/events/insert-event.ts'
import { selectOwnedPost } from './owners.ts'
import { lockProject } from './lock-project.ts'
import { confirmProjectRoles } from './confirm-project-roles.ts'

type ProjectChange = z.output<typeof changeProjectEndpoint.schema.body>

interface PostWriter {
  postId: string
  memberId: string
}

/** Changes the details of a project; absent fields stay. False unless the member owns the post. */
export async function changeProject(
  db: Database,
  { postId, memberId }: PostWriter,
  change: ProjectChange,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await selectOwnedPost(tx, { postId, memberId }))) return false
    if (!(await lockProject(tx, postId))) return false
    const { state: before } = await tx
      .selectFrom('projects')
      .select('state')
      .where('post_id', '=', postId)
      .executeTakeFirstOrThrow()
    const { state = before, topics, replyDays, isListed } = change
    await tx
      .updateTable('projects')
      .set({
        state,
        ...(topics && { topics }),
        ...(replyDays && { reply_days: replyDays }),
        ...(isListed !== undefined && { is_listed: isListed }),
      })
      .where('post_id', '=', postId)
      .execute()
    if (state === 'paused') await pauseOpenRoles(tx, postId)
    else if (before === 'paused') await openPausedRoles(tx, postId)
    await confirmProjectRoles(tx, postId)
    if (state !== before) {
      const event = { subjectId: postId, actorId: memberId, data: {} }
      await insertEvent(tx, 'project.state-changed', event)
    }
    return true
  })
}

async function pauseOpenRoles(tx: Queryable, postId: string): Promise<void> {
  await tx
    .updateTable('roles')
    .set({ state: 'paused', paused_by: 'project' })
    .where('post_id', '=', postId)
    .where('state', '=', 'open')
    .execute()
}

async function openPausedRoles(tx: Queryable, postId: string): Promise<void> {
  await tx
    .updateTable('roles')
    .set({ state: sql`case when filled >= seats then 'filled' else 'open' end`, paused_by: null })
    .where('post_id', '=', postId)
    .where('paused_by', '=', 'project')
    .execute()
}

interface TeamChange extends PostWriter {
  /** The member of the team whom it is about. */
  userId: string
}

/** Undefined unless the member is the author; otherwise whether the other is on the team and may be made a co-owner. */
export async function changeTeamMember(
  db: Database,
  { postId, memberId, userId }: TeamChange,
  isCoOwner: boolean,
): Promise<boolean | undefined> {
  return db.transaction().execute(async (tx) => {
    const post = await selectOwnedPost(tx, { postId, memberId })
    if (post?.authorId !== memberId || !(await lockProject(tx, postId))) return undefined
    const wasCoOwner = await isOnTeamAsCoOwner(tx, postId, userId)
    const { numUpdatedRows } = await tx
      .updateTable('team_members')
      .set({ is_co_owner: isCoOwner })
      .where('post_id', '=', postId)
      .where('member_id', '=', userId)
      .where('left_at', 'is', null)
      .where(sql<boolean>`(${!isCoOwner} or lock_if_unblocked(${memberId}, member_id))`)
      .where(sql<boolean>`exists (select from members where id = member_id and deleted_at is null)`)
      .executeTakeFirst()
    if (numUpdatedRows > 0n && wasCoOwner && !isCoOwner) {
      await insertCoOwnerRemoved(tx, { postId, memberId, userId })
    }
    return numUpdatedRows > 0n
  })
}

async function isOnTeamAsCoOwner(tx: Queryable, postId: string, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('team_members')
    .select('is_co_owner')
    .where('post_id', '=', postId)
    .where('member_id', '=', userId)
    .where('left_at', 'is', null)
    .executeTakeFirst()
  return row?.is_co_owner ?? false
}

async function insertCoOwnerRemoved(
  tx: Queryable,
  { postId, memberId, userId }: TeamChange,
): Promise<void> {
  await insertEvent(tx, 'co-owner.removed', {
    subjectId: postId,
    actorId: memberId,
    data: { memberIds: [userId] },
  })
}

/** Ends a membership of a team: by the member themselves, or by an owner. False if there is none that the caller may end. */
export async function leaveTeam(
  db: Database,
  { postId, memberId, userId }: TeamChange,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (userId !== memberId && !(await selectOwnedPost(tx, { postId, memberId }))) return false
    if (!(await lockProject(tx, postId))) return false
    const wasCoOwner = await isOnTeamAsCoOwner(tx, postId, userId)
    const { numUpdatedRows } = await tx
      .updateTable('team_members')
      .set({ left_at: sql`clock_timestamp()`, is_co_owner: false })
      .where('post_id', '=', postId)
      .where('member_id', '=', userId)
      .where('left_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    if (wasCoOwner) await insertCoOwnerRemoved(tx, { postId, memberId, userId })
    // A member who has left can ask again: their accepted request no longer holds the one place of a member at a role.
    await tx
      .updateTable('join_requests')
      .set({ role_id: null })
      .where('post_id', '=', postId)
      .where('member_id', '=', userId)
      .where('state', '=', 'accepted')
      .execute()
    await insertEvent(tx, 'team.changed', {
      subjectId: postId,
      actorId: memberId,
      data: { memberIds: [userId] },
    })
    return true
  })
}
