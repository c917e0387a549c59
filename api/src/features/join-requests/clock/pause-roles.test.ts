import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deliverPendingEvents } from '../../../testing/events/deliver-pending-events.ts'
import { createMemberFixture, createPostFixture } from '../../../testing/fixtures.ts'
import {
  createJoinRequestFixture,
  createRoleFixture,
} from '../../../testing/join-request-fixtures.ts'
import { runJobs } from '../../../testing/run-jobs.ts'
import { startWorkerStack } from '../../../testing/start-worker-stack.ts'
import { waitForBlockedStatements } from '../../../testing/wait-for-blocked-statements.ts'
import { lockProject } from '../../projects/lock-project.ts'
import { enqueuePauses, pauseRoles, pauseRolesJobs } from './pause-roles.ts'
import { runClock } from './run-clock.ts'

test('three requests that end unanswered pause the roles of their owner, and three more do so again', async () => {
  await using stack = await startWorkerStack()
  const { db } = stack
  const ada = await createMemberFixture(db, 'ada')
  const post = await createPostFixture(db, ada)
  const role = await createRoleFixture(db, post)
  const otherRole = await createRoleFixture(db, await createPostFixture(db, ada))
  const foreignRole = await createRoleFixture(
    db,
    await createPostFixture(db, await createMemberFixture(db, 'bob')),
  )
  let count = 0
  const endUnanswered = async (days: number, invitedBy?: string) => {
    const member = await createMemberFixture(db, `member${(count += 1)}`)
    const askedAt = new Date(Date.now() - days * 24 * 3_600_000)
    const invitation = invitedBy === undefined ? {} : { invitedBy }
    await createJoinRequestFixture(db, role, member, { askedAt, days: 7, ...invitation })
    await runClock(db)
    await deliverPendingEvents(stack, [{ 'join-request.ended': enqueuePauses }])
    await runJobs(stack, pauseRolesJobs)
    const { rows } = await sql<{ id: string }>`
      select id from roles where state = 'paused' and paused_by = 'unanswered'`.execute(db)
    return rows.map(({ id }) => id).toSorted()
  }
  const ownRoles = [role, otherRole].toSorted()

  expect(await endUnanswered(8)).toEqual([])
  expect(await endUnanswered(8, ada)).toEqual([])
  expect(await endUnanswered(8)).toEqual([])
  expect(await endUnanswered(8)).toEqual(ownRoles)
  expect(
    await db
      .deleteFrom('events')
      .where('kind', '=', 'still-open.asked')
      .returning('subject_id')
      .execute(),
  ).toEqual([{ subject_id: ada }])

  await sql`update roles set state = 'open', paused_by = null`.execute(db)
  expect(await endUnanswered(8)).toEqual([])
  expect(await endUnanswered(8)).toEqual([])
  expect(await endUnanswered(8)).toEqual(ownRoles)
  expect(ownRoles).not.toContain(foreignRole)
  expect(
    await db.selectFrom('projects').select('open_roles').where('post_id', '=', post).execute(),
  ).toEqual([{ open_roles: 0 }])
})

test('a role that its owner opens while others are paused stays open', async () => {
  await using stack = await startWorkerStack()
  const { db } = stack
  const ada = await createMemberFixture(db, 'ada')
  const post = await createPostFixture(db, ada)
  const role = await createRoleFixture(db, post)
  const openedRole = await createRoleFixture(db, await createPostFixture(db, ada))
  await sql`update roles set state = 'paused' where id = ${openedRole}`.execute(db)
  for (const username of ['bob', 'carla', 'dora']) {
    const member = await createMemberFixture(db, username)
    const askedAt = new Date(Date.now() - 8 * 24 * 3_600_000)
    await createJoinRequestFixture(db, role, member, { askedAt, days: 7 })
  }
  await runClock(db)

  const { paused } = await db.transaction().execute(async (tx) => {
    await lockProject(tx, post)
    const pausing = db.transaction().execute((other) => pauseRoles(other, ada))
    await waitForBlockedStatements(db)
    await sql`update roles set state = 'open' where id = ${openedRole}`.execute(db)
    return { paused: pausing }
  })
  await paused

  const { rows } = await sql<{ id: string }>`select id from roles where state = 'open'`.execute(db)
  expect(rows).toEqual([{ id: openedRole }])
})
