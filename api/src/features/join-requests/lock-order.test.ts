import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { createEraseMemberJob } from '../../privacy/erase-member.ts'
import { eraseMemberJob } from '../../privacy/erase-member-job.ts'
import { features, pairLocks } from '../../features.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { runJobs } from '../../testing/run-jobs.ts'
import { insertEvent } from '../../platform/events/insert-event.ts'
import { deliverPendingEvents } from '../../testing/events/deliver-pending-events.ts'
import { createMemberFixture, createPostFixture } from '../../testing/fixtures.ts'
import { createJoinRequestFixture, createRoleFixture } from '../../testing/join-request-fixtures.ts'
import { startWorkerStack } from '../../testing/start-worker-stack.ts'
import {
  countBlockedStatements,
  waitForBlockedStatements,
} from '../../testing/wait-for-blocked-statements.ts'
import { notificationSubscribers } from '../notifications/subscribers.ts'
import { lockProject } from '../projects/lock-project.ts'
import { declineWaiting } from '../roles/decline-waiting.ts'
import { insertBlock } from '../safety/relations.ts'
import { editUpdate } from '../updates/actions.ts'
import { answerJoinRequest } from './answer-join-request.ts'
import { inviteToJoin } from './create-join-request.ts'
import { joinRequestSubscribers } from './publish-join-requests.ts'

describe('nothing deadlocks:', () => {
  test('a batch of events about requests, and the answer that fills their role', async () => {
    await using stack = await startCase()
    const { db, role, ada } = stack
    const request = await stack.ask('bob')
    await insertEvent(db, 'join-request.created', { subjectId: request, actorId: null, data: {} })
    // The third end without an answer pauses the roles of the owner.
    for (const name of ['carla', 'dora', 'emil']) {
      const ended = await stack.ask(name)
      await sql`
        update join_requests set state = 'ended', reason = 'no-answer', ended_at = now() where id = ${ended}`.execute(
        db,
      )
      await insertEvent(db, 'join-request.ended', { subjectId: ended, actorId: null, data: {} })
    }

    const delivery = await db.transaction().execute(async (tx) => {
      await lockProject(tx, stack.post)
      const delivered = startAttempt(
        deliverPendingEvents(stack, [notificationSubscribers, joinRequestSubscribers]),
      )
      await waitUntilBlockedOrDone(db, delivered)
      await declineWaiting(tx, role)
      return { delivered }
    })

    expect(await delivery.delivered.outcome).toBe('done')
    const { rows } = await sql<{ kind: string }>`
      select kind from notifications where member_id = ${ada}`.execute(db)
    expect(rows).toEqual([{ kind: 'join-requested' }])
  })

  const OWNER_ACTIONS: [string, (each: Case, bob: string) => Promise<() => Promise<unknown>>][] = [
    [
      'an answer',
      async (each, bob) => {
        const id = await createJoinRequestFixture(each.db, each.role, bob)
        return () =>
          answerJoinRequest(
            each,
            { id, memberId: each.ada },
            { answer: 'talk', note: '', message: 'Hello' },
          )
      },
    ],
    [
      'an invitation',
      async (each, bob) => () =>
        inviteToJoin(each.db, each.ada, each.role, {
          userId: bob,
          note: 'You would be a great designer here.',
          tempId: 'temp-1',
        }),
    ],
  ]

  test.each(OWNER_ACTIONS)(
    '%s, a request for another role of the post, and a block',
    async (_, prepare) => {
      await using stack = await startCase()
      const { db, ada } = stack
      const otherRole = await createRoleFixture(db, stack.post)
      await sql`update roles set confirmed_on = confirmed_on - 1`.execute(db)
      const bob = await createMemberFixture(db, 'bob')
      const act = await prepare(stack, bob)

      const started = await db.transaction().execute(async (tx) => {
        await sql`select from roles where id = ${otherRole} for no key update`.execute(tx)
        const action = startAttempt(act())
        await waitForBlockedStatements(db)
        const block = startAttempt(
          db
            .transaction()
            .execute((other) => insertBlock(other, { memberId: bob, otherId: ada }, pairLocks)),
        )
        await waitUntilBlockedOrDone(db, block, 2)
        await sql`select lock_if_unblocked(${ada}, ${bob})`.execute(tx)
        return { action, block }
      })

      expect(await started.block.outcome).toBe('done')
      expect(await started.action.outcome).toMatch(/not found|cannot/i)
    },
  )

  test('a post that becomes one of a member who looks for a project, and a change of its roles', async () => {
    await using stack = await startCase()
    const { db, post, role } = stack

    const started = await db.transaction().execute(async (tx) => {
      await lockProject(tx, post)
      const edit = startAttempt(
        sql`update posts set type = 'looking-to-join' where id = ${post}`.execute(db),
      )
      await waitForBlockedStatements(db)
      await sql`update roles set title = 'Designer' where id = ${role}`.execute(tx)
      return { edit }
    })

    expect(await started.edit.outcome).toBe('done')
  })

  test('the erasure of a member of a team, and the owner who removes them', async () => {
    await using stack = await startCase()
    const { db, post, role } = stack
    const bob = await createMemberFixture(db, 'bob')
    const place = { post_id: post, member_id: bob, role_id: role, role_title: 'Developer' }
    await db.insertInto('team_members').values(place).execute()
    await enqueueJob(db, eraseMemberJob, { memberId: bob })

    const started = await db.transaction().execute(async (tx) => {
      await lockProject(tx, post)
      const erasure = startAttempt(runJobs(stack, [createEraseMemberJob(features)]))
      await waitForBlockedStatements(db)
      await sql`update team_members set left_at = now() where member_id = ${bob}`.execute(tx)
      return { erasure }
    })

    expect(await started.erasure.outcome).toBe('done')
    expect(await db.selectFrom('members').select('username').execute()).toEqual([
      { username: 'ada' },
    ])
  })

  test('the edit of an update, and the deletion of its post', async () => {
    await using stack = await startCase()
    const { db, post, ada } = stack
    const { id } = await db
      .insertInto('updates')
      .values({ post_id: post, author_id: ada, body: 'It floats.' })
      .returning('id')
      .executeTakeFirstOrThrow()

    const started = await db.transaction().execute(async (tx) => {
      await sql`select from posts where id = ${post} for update`.execute(tx)
      const edit = startAttempt(editUpdate(db, { id, memberId: ada }, { body: 'It swims.' }))
      await waitForBlockedStatements(db)
      await tx.deleteFrom('posts').where('id', '=', post).execute()
      return { edit }
    })

    expect(await started.edit.outcome).toBe('Update not found')
  })
})

type Case = Awaited<ReturnType<typeof startCase>>

/** Ada has a post with a role for one. */
async function startCase() {
  const stack = await startWorkerStack()
  const { db } = stack
  const ada = await createMemberFixture(db, 'ada')
  const post = await createPostFixture(db, ada)
  const role = await createRoleFixture(db, post)
  const ask = async (username: string) =>
    createJoinRequestFixture(db, role, await createMemberFixture(db, username))
  return { ...stack, ada, post, role, ask }
}

interface Attempt {
  isDone: boolean
  /** 'done', or the message of the error. */
  outcome: Promise<string>
}

function startAttempt(action: Promise<unknown>): Attempt {
  const attempt: Attempt = {
    isDone: false,
    outcome: action
      .then(
        () => 'done',
        (error: unknown) => (error instanceof Error ? error.message : 'failed'),
      )
      .finally(() => {
        attempt.isDone = true
      }),
  }
  return attempt
}

async function waitUntilBlockedOrDone(db: Database, attempt: Attempt, count = 1): Promise<void> {
  await expect
    .poll(async () => attempt.isDone || (await countBlockedStatements(db)) === count)
    .toBe(true)
}
