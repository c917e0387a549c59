import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deliverPendingEvents } from '../../../testing/events/deliver-pending-events.ts'
import { createMemberFixture, createPostFixture } from '../../../testing/fixtures.ts'
import {
  createJoinRequestFixture,
  createRoleFixture,
} from '../../../testing/join-request-fixtures.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { pauseRoles } from './pause-roles.ts'
import { runClock } from './run-clock.ts'

test('three requests that wait in vain pause the roles of their owner, and three more do so again', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const ada = await createMemberFixture(db, 'ada')
  const post = await createPostFixture(db, ada)
  const role = await createRoleFixture(db, post)
  const otherRole = await createRoleFixture(db, await createPostFixture(db, ada))
  const foreignRole = await createRoleFixture(
    db,
    await createPostFixture(db, await createMemberFixture(db, 'bob')),
  )
  let count = 0
  const waitInVain = async (days: number, invitedBy?: string) => {
    const member = await createMemberFixture(db, `member${(count += 1)}`)
    const askedAt = new Date(Date.now() - days * 24 * 3_600_000)
    const invitation = invitedBy === undefined ? {} : { invitedBy }
    await createJoinRequestFixture(db, role, member, { askedAt, days: 7, ...invitation })
    await runClock(db)
    await deliverPendingEvents(database, [
      { 'join-request.answered': (tx, events) => pauseRoles(tx, events) },
    ])
    const { rows } = await sql<{ id: string }>`
      select id from roles where state = 'paused' and paused_by = 'unanswered'`.execute(db)
    return rows.map(({ id }) => id).toSorted()
  }
  const ownRoles = [role, otherRole].toSorted()

  expect(await waitInVain(8)).toEqual([])
  expect(await waitInVain(8, ada)).toEqual([])
  expect(await waitInVain(8)).toEqual([])
  expect(await waitInVain(8)).toEqual(ownRoles)
  expect(
    await db
      .deleteFrom('events')
      .where('kind', '=', 'roles.asked')
      .returning('subject_id')
      .execute(),
  ).toEqual([{ subject_id: ada }])

  await sql`update roles set state = 'open', paused_by = null`.execute(db)
  expect(await waitInVain(8)).toEqual([])
  expect(await waitInVain(8)).toEqual([])
  expect(await waitInVain(8)).toEqual(ownRoles)
  expect(ownRoles).not.toContain(foreignRole)
  expect(
    await db.selectFrom('projects').select('open_roles').where('post_id', '=', post).execute(),
  ).toEqual([{ open_roles: 0 }])
})
