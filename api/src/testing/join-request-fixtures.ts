import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Queryable } from '../platform/db/database.ts'

/** Inserts an open role directly into the database. */
export async function createRoleFixture(
  db: Queryable,
  postId: string,
  { title = 'Developer', seats = 1 }: { title?: string; seats?: number } = {},
): Promise<string> {
  const { id } = await db
    .insertInto('roles')
    .values({
      post_id: postId,
      title,
      skills: ['React'],
      skill_keys: ['react'],
      hours_from: 2,
      hours_to: 8,
      term: 'months',
      reward: 'unpaid',
      seats,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface JoinRequestFixtureFields {
  /** Makes it an invitation by this member. */
  invitedBy?: string
  note?: string
  askedAt?: Date
  days?: number
}

/** Inserts a waiting request of the member to join through the role directly into the database, without an event. */
export async function createJoinRequestFixture(
  db: Queryable,
  roleId: string,
  memberId: string,
  {
    invitedBy,
    note = 'I have built maps like yours before.',
    askedAt = new Date(),
    days = 7,
  }: JoinRequestFixtureFields = {},
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into join_requests (id, role_id, post_id, role_title, post_title, member_id, owner_id, sender_id, from_owner,
      note, hours, due_at, next_at, temp_id, temp_digest)
    select uuid_v7(${askedAt}::timestamptz), roles.id, posts.id, roles.title, posts.title, ${memberId}, posts.author_id,
      ${invitedBy ?? memberId}, ${invitedBy !== undefined}, ${note}, ${invitedBy === undefined ? 4 : null}::integer,
      ${askedAt}::timestamptz + make_interval(days => ${days}),
      ${askedAt}::timestamptz + make_interval(days => ${days}) * 0.5, ${randomUUID()}, ''::bytea
    from roles join posts on posts.id = roles.post_id where roles.id = ${roleId}
    returning id
  `.execute(db)
  const [request] = rows
  if (!request) throw new Error(`no role ${roleId}`)
  return request.id
}
