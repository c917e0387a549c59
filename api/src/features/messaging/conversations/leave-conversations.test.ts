import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import { startWorkerStack } from '../../../testing/start-worker-stack.ts'
import { createMemberFixture } from '../../../testing/fixtures.ts'
import { workerTasks } from '../../../worker-tasks.ts'
import { eraseMemberJob } from '../../../privacy/erase-member-job.ts'
import { deleteOrphanedConversationsJob } from '../jobs.ts'
import { chooseSize } from '../../../testing/test-size.ts'
import { waitForBlockedStatements } from '../../../testing/wait-for-blocked-statements.ts'

const PAIRS = chooseSize({ short: 15, long: 40 })
const TIMEOUT_MS = 20_000 + PAIRS * 250
/** More than one batch of the job. */
const LONG_CONVERSATION = 520
const NOTHING_LEFT = { members: 0, conversations: 0, sides: 0, messages: 0, keys: 0 }

test(
  'pairs of members who are deleted at the same time leave nothing of their conversations',
  async () => {
    await using stack = await startWorkerStack()
    const { db } = stack
    const memberIds: string[] = []
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const [ada, bob] = await createPair(db, pair)
      await sendMessages(db, ada, bob, pair === 0 ? LONG_CONVERSATION : 3)
      memberIds.push(ada, bob)
    }
    await db
      .updateTable('members')
      .set({ deleted_at: sql`now()` })
      .execute()
    await sql`select graphile_worker.add_job(${eraseMemberJob.name}, json_build_object('memberId', id))
    from unnest(${memberIds}::uuid[]) as id`.execute(db)
    await stack.startWorker(...workerTasks.jobs)
    await stack.startWorker(...workerTasks.jobs)

    await expect.poll(() => countRows(db), { timeout: TIMEOUT_MS }).toEqual(NOTHING_LEFT)
  },
  2 * TIMEOUT_MS,
)

test('a conversation stays with the member who stays, and a message under way at the deletion leaves no key', async () => {
  await using stack = await startWorkerStack()
  const { db } = stack
  const [ada, bob] = await createPair(db, 0)
  await sendMessages(db, ada, bob, 1)
  await db.transaction().execute(async (tx) => {
    await sql`select insert_message(${ada}, ${bob}, 'Under way', 'temp-during', false)`.execute(tx)
    await enqueueJob(db, eraseMemberJob, { memberId: ada })
    await stack.startWorker(...workerTasks.jobs)
    await waitForBlockedStatements(db)
  })

  await expect
    .poll(() => countRows(db), { timeout: 10_000 })
    .toEqual({ members: 1, conversations: 1, sides: 1, messages: 2, keys: 0 })
})

test('the sweep removes conversations that both members left long ago, and no others', async () => {
  await using stack = await startWorkerStack()
  const { db } = stack
  const [ada, bob] = await createPair(db, 0)
  const [carla, dan] = await createPair(db, 1)
  await sendMessages(db, ada, bob, LONG_CONVERSATION)
  await sendMessages(db, carla, dan, 1)
  await sendMessages(db, ada, carla, 1)
  // As the earlier job did: the rows of the members go, their messages and keys stay.
  await db.deleteFrom('members').where('id', 'in', [ada, bob]).execute()
  await stack.startWorker(...workerTasks.jobs)

  await enqueueJob(db, deleteOrphanedConversationsJob, {})

  await expect
    .poll(() => countRows(db), { timeout: 10_000 })
    .toEqual({ members: 2, conversations: 2, sides: 3, messages: 2, keys: 1 })
})

async function createPair(db: Database, pair: number): Promise<[string, string]> {
  return [
    await createMemberFixture(db, `ada-${pair}`),
    await createMemberFixture(db, `bob-${pair}`),
  ]
}

async function sendMessages(db: Database, sender: string, recipient: string, count: number) {
  await sql`
    select insert_message(${sender}, ${recipient}, 'Hi', 'temp-' || gen_random_uuid(), true)
    from generate_series(1, ${count})
  `.execute(db)
}

async function countRows(db: Database) {
  const { rows } = await sql<typeof NOTHING_LEFT>`
    select (select count(*) from members) as members,
      (select count(*) from conversations) as conversations,
      (select count(*) from conversation_sides) as sides,
      (select count(*) from messages) as messages,
      (select count(*) from recent_message_keys) as keys
  `.execute(db)
  return rows[0]
}
