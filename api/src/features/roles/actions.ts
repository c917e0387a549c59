import {
  OPEN_ROLES_MAX,
  TOO_MANY_OPEN_ROLES,
  type createRole as createRoleEndpoint,
  type editRole as editRoleEndpoint,
  type RoleState,
} from '@dolph/contract/roles/roles'
import { sql, type Updateable } from 'kysely'
import type { z } from 'zod'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { getTempDigest } from '../../platform/db/temp-digest.ts'
import { Refusal } from '../../platform/errors.ts'
import { confirmProjectRoles } from '../projects/confirm-project-roles.ts'
import { declineWaiting } from './decline-waiting.ts'
import {
  lockOwnedPost,
  lockOwnedRole,
  refuseSeekerPost,
  type OwnedRole,
  type RoleWriter,
} from './lock-owned-role.ts'
import { selectRoleJson } from './queries.ts'
import { checkDraft, toColumns, toDraft } from './role-draft.ts'

type CreateRoleBody = z.output<typeof createRoleEndpoint.schema.body>
type EditRoleBody = z.output<typeof editRoleEndpoint.schema.body>
type RoleChange = Updateable<Tables['roles']>

/**
 * Creates a role and returns it as JSON; undefined unless the member owns the post. The same draft under the same `tempId` returns the
 * role that is there. In a paused project the role is paused with the others.
 */
export async function createRole(
  db: Database,
  { postId, memberId }: { postId: string; memberId: string },
  { tempId: sentTempId, ...body }: CreateRoleBody,
): Promise<string | undefined> {
  const draft = checkDraft(body)
  const tempId = sentTempId ?? null
  const tempDigest = getTempDigest(tempId, [draft])
  return db.transaction().execute(async (tx) => {
    const post = await lockOwnedPost(tx, { postId, memberId })
    if (!post) return undefined
    const sent = tempId === null ? undefined : await selectSentRole(tx, postId, tempId)
    if (sent) {
      if (tempDigest && sent.temp_digest?.equals(tempDigest)) {
        return selectRoleJson(tx, sent.id, memberId)
      }
      throw new Refusal('conflict', 'This role was already added with another text')
    }
    refuseSeekerPost(post)
    await refuseTooManyRoles(tx, postId)
    const isPaused = await isProjectPaused(tx, postId)
    const { id } = await tx
      .insertInto('roles')
      .values({
        ...toColumns(draft),
        post_id: postId,
        temp_id: tempId,
        temp_digest: tempDigest,
        ...(isPaused && { state: 'paused', paused_by: 'project' }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await confirmProjectRoles(tx, postId)
    return selectRoleJson(tx, id, memberId)
  })
}

async function selectSentRole(tx: Queryable, postId: string, tempId: string) {
  return tx
    .selectFrom('roles')
    .select(['id', 'temp_digest'])
    .where('post_id', '=', postId)
    .where('temp_id', '=', tempId)
    .executeTakeFirst()
}

/** Edits a role, the last edit of a field wins; undefined unless the member owns its post. */
export async function editRole(
  db: Database,
  writer: RoleWriter,
  edit: EditRoleBody,
): Promise<string | undefined> {
  return changeRole(db, writer, async (tx, { role, post }) => {
    refuseSeekerPost(post)
    const draft = checkDraft({ ...toDraft(role), ...edit })
    if (draft.seats < role.filled) {
      throw new Refusal('conflict', `${role.filled} people have joined already`)
    }
    return { ...toColumns(draft), ...(await findStateAfterEdit(tx, role, draft.seats)) }
  })
}

/**
 * A further seat opens a filled role, unless its project is paused; a role without a free seat is filled. A seat that became free
 * opens nothing: the owners set the state.
 */
async function findStateAfterEdit(
  tx: Queryable,
  { id, state, filled, post_id: postId, seats: seatsBefore }: OwnedRole['role'],
  seats: number,
): Promise<RoleChange> {
  if (isLive(state) && filled >= seats) {
    await declineWaiting(tx, id)
    return { state: 'filled', paused_by: null }
  }
  if (state !== 'filled' || seats <= seatsBefore) return {}
  await refuseTooManyRoles(tx, postId)
  return (await isProjectPaused(tx, postId))
    ? { state: 'paused', paused_by: 'project' }
    : { state: 'open' }
}

/** Opens, pauses or closes a role; undefined unless the member owns its post. */
export async function setRoleState(
  db: Database,
  writer: RoleWriter,
  state: 'open' | 'paused' | 'closed',
): Promise<string | undefined> {
  return changeRole(db, writer, async (tx, { role, post }) => {
    if (state !== 'closed') {
      refuseSeekerPost(post)
      if (role.filled >= role.seats) {
        throw new Refusal('conflict', 'All seats are taken. Add a seat first.')
      }
      if (!isLive(role.state)) await refuseTooManyRoles(tx, role.post_id)
      if (state === 'open' && (await isProjectPaused(tx, role.post_id))) {
        throw new Refusal('conflict', 'The project is paused. Change its state first.')
      }
    }
    return { state, paused_by: null, still_open_asked_on: null }
  })
}

/** Deletes a role, or closes it if somebody joined by it; undefined unless the member owns its post. */
export async function deleteRole(
  db: Database,
  { roleId, memberId }: RoleWriter,
): Promise<{ isDeleted: boolean } | undefined> {
  return db.transaction().execute(async (tx) => {
    const owned = await lockOwnedRole(tx, { roleId, memberId })
    if (!owned) return undefined
    const { role } = owned
    const { rows } = await sql`select from team_members where role_id = ${roleId} limit 1`.execute(
      tx,
    )
    const isDeleted = rows.length === 0 && role.filled === 0
    if (isDeleted) await tx.deleteFrom('roles').where('id', '=', roleId).execute()
    else await updateRole(tx, roleId, { state: 'closed', paused_by: null })
    await confirmProjectRoles(tx, role.post_id)
    return { isDeleted }
  })
}

/** Changes a role under the lock of its project, as a sign of life of its owners. */
async function changeRole(
  db: Database,
  { roleId, memberId }: RoleWriter,
  findChange: (tx: Queryable, owned: OwnedRole) => Promise<RoleChange>,
): Promise<string | undefined> {
  return db.transaction().execute(async (tx) => {
    const owned = await lockOwnedRole(tx, { roleId, memberId })
    if (!owned) return undefined
    await updateRole(tx, roleId, await findChange(tx, owned))
    await confirmProjectRoles(tx, owned.post.id)
    return selectRoleJson(tx, roleId, memberId)
  })
}

async function updateRole(tx: Queryable, roleId: string, change: RoleChange): Promise<void> {
  await tx.updateTable('roles').set(change).where('id', '=', roleId).execute()
}

function isLive(state: RoleState): boolean {
  return state === 'open' || state === 'paused'
}

/** The caller holds the lock of the project, so that two calls cannot exceed the maximum together. */
async function refuseTooManyRoles(tx: Queryable, postId: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from roles where post_id = ${postId} and state in ('open', 'paused')`.execute(
    tx,
  )
  if ((rows[0]?.count ?? 0) >= OPEN_ROLES_MAX) throw new Refusal('conflict', TOO_MANY_OPEN_ROLES)
}

async function isProjectPaused(tx: Queryable, postId: string): Promise<boolean> {
  const project = await tx
    .selectFrom('projects')
    .select('state')
    .where('post_id', '=', postId)
    .executeTakeFirst()
  return project?.state === 'paused'
}
