import * as contract from '@dolph/contract/join-requests/join-requests'
import { ROLE_NOT_FOUND } from '@dolph/contract/roles/roles'
import { sql } from 'kysely'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'
import { getTempDigest } from '../../platform/db/temp-digest.ts'
import { Refusal } from '../../platform/errors.ts'
import { lockProject } from '../projects/lock-project.ts'
import { isUnconfirmedRole, confirmProjectRoles } from '../projects/confirm-project-roles.ts'
import {
  buildJoinRequestJson,
  selectJoinRequestJson,
  type JoinRequestRow,
} from './join-request-json.ts'

export interface NewJoinRequest {
  roleId: string
  senderId: string
  /** The sender, or whom they invite. */
  personId: string
  note: string
  hours: number | null
  tempId: string
  tempDigest: Buffer
  dailyMax: number
}

type CreateRefusal =
  | ('no-role' | 'no-member' | 'forbidden' | 'on-team' | 'already' | 'filled' | 'not-open')
  | ('enough' | 'too-many' | 'daily' | 'other-draft')

/** What `create_join_request` returns: the request, or why there is none. */
type Created =
  | ({ status: 'created' | 'repeated' } & JoinRequestRow)
  | ({ status: CreateRefusal } & { [Key in keyof JoinRequestRow]: null })

export const createStatement = prepareStatement<NewJoinRequest, Created>(
  (placeholder) => {
    const created = sql`select (created.request).*, (created.request).from_owner as is_owner where created.status in ('created', 'repeated')`
    return toCompilable(sql`
    select created.status, line.* from create_join_request(
      ${placeholder('roleId')}, ${placeholder('senderId')}, ${placeholder('personId')}, ${placeholder('note')},
      ${placeholder('hours')}, ${placeholder('tempId')}, ${placeholder('tempDigest')},
      ${sql.lit(contract.OPEN_REQUESTS_MAX)}, ${placeholder('dailyMax')}, ${sql.lit(contract.WAITING_PER_SEAT_MAX)}) as created
    left join lateral (${selectJoinRequestJson(created)}) as line on true`)
  },
  { insertsEvents: true },
)

/** Asks to join through a role; returns the JSON of the request. The same draft under the same `tempId` is the same request. */
export async function requestToJoin(
  db: Database,
  memberId: string,
  roleId: string,
  { note, hours, tempId }: contract.JoinRequestDraft,
): Promise<string> {
  const [created] = await createStatement.run(db, {
    roleId,
    senderId: memberId,
    personId: memberId,
    note,
    hours,
    tempId,
    tempDigest: digest(tempId, [roleId, note, hours]),
    dailyMax: contract.REQUESTS_PER_DAY,
  })
  return orRefusal(created, REQUEST_REFUSALS)
}

/** Invites a member to join through a role; returns the JSON of the invitation. */
export async function inviteToJoin(
  db: Database,
  memberId: string,
  roleId: string,
  { userId, note, tempId }: contract.InvitationDraft,
): Promise<string> {
  if (userId === memberId) throw INVITATION_REFUSALS.forbidden()
  const invitation = {
    roleId,
    senderId: memberId,
    personId: userId,
    note,
    hours: null,
    tempId,
    tempDigest: digest(tempId, [roleId, userId, note]),
    dailyMax: contract.INVITATIONS_PER_DAY,
  }
  return db.transaction().execute(async (tx) => {
    const { rows: roles } = await sql<{ postId: string }>`
      select post_id as "postId" from roles where id = ${roleId}`.execute(tx)
    const postId = roles[0]?.postId
    if (postId !== undefined) await lockRoles(tx, postId, roleId)
    const [created] = await createStatement.runInTransaction(tx, invitation)
    const json = orRefusal(created, INVITATION_REFUSALS)
    // A repeated call may come from a program that retries, so it is no sign of life.
    if (postId !== undefined && created?.status === 'created') await confirmProjectRoles(tx, postId)
    return json
  })
}

/** Locks what the invitation and its sign of life change, before the sender is locked. */
async function lockRoles(tx: Queryable, postId: string, roleId: string): Promise<void> {
  await lockProject(tx, postId)
  await sql`
    select from roles where id = ${roleId} or post_id = ${postId} and ${isUnconfirmedRole}
    order by id for no key update`.execute(tx)
}

function digest(tempId: string, content: readonly unknown[]): Buffer {
  const bytes = getTempDigest(tempId, content)
  if (!bytes) throw new Error('a tempId has no digest')
  return bytes
}

type Refusals = Record<CreateRefusal, () => Refusal>

function orRefusal(created: Created | undefined, refusals: Refusals): string {
  if (!created) throw new Error('create_join_request returned no row')
  if (created.status !== 'created' && created.status !== 'repeated')
    throw refusals[created.status]()
  return buildJoinRequestJson(created)
}

const COMMON_REFUSALS = {
  'no-role': () => new Refusal('not-found', ROLE_NOT_FOUND),
  'no-member': () => new Refusal('not-found', 'User not found'),
  filled: () => new Refusal('conflict', contract.ROLE_FILLED),
  'not-open': () => new Refusal('conflict', contract.ROLE_NOT_OPEN),
  enough: () => new Refusal('conflict', contract.ENOUGH_REQUESTS),
  'too-many': () => new Refusal('too-many-requests', contract.TOO_MANY_OPEN_REQUESTS),
  'other-draft': () => new Refusal('conflict', contract.JOIN_REQUEST_ALREADY_SENT),
} satisfies Partial<Refusals>

const REQUEST_REFUSALS: Refusals = {
  ...COMMON_REFUSALS,
  forbidden: () => new Refusal('forbidden', contract.CANNOT_ASK),
  'on-team': () => new Refusal('conflict', contract.ALREADY_ON_TEAM),
  already: () => new Refusal('conflict', contract.ALREADY_ASKED),
  daily: () => new Refusal('too-many-requests', contract.TOO_MANY_REQUESTS_TODAY),
}

const INVITATION_REFUSALS: Refusals = {
  ...COMMON_REFUSALS,
  forbidden: () => new Refusal('forbidden', contract.CANNOT_INVITE),
  'on-team': () => new Refusal('conflict', contract.MEMBER_ON_TEAM),
  already: () => new Refusal('conflict', contract.ALREADY_INVITED),
  daily: () => new Refusal('too-many-requests', contract.TOO_MANY_INVITATIONS_TODAY),
}
