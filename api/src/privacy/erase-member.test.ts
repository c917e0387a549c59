import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../platform/db/database.ts'
import { createEraseMemberJob } from './erase-member.ts'
import { eraseMemberJob } from './erase-member-job.ts'
import { features } from '../features.ts'
import { enqueueJob } from '../platform/jobs/enqueue-job.ts'
import { createMemberFixture } from '../testing/fixtures.ts'
import { findColumnsWithId, findMemberColumns } from '../testing/member-columns.ts'
import { createRowsInEveryTable } from '../testing/create-rows-in-every-table.ts'
import { runJobs } from '../testing/run-jobs.ts'
import { startWorkerStack } from '../testing/start-worker-stack.ts'

/** The other member keeps the conversation: its messages, and that it was with this member. */
const KEPT_BY_THE_OTHER_MEMBER = [
  'conversation_sides.peer_id',
  'conversations.high_id',
  'conversations.low_id',
  'messages.sender_id',
]

test('the erasure leaves a deleted member in no column of any table', async () => {
  await using stack = await startWorkerStack()
  const { db } = stack
  const { ada, bob, carl } = await createMembers(db)
  await createRowsInEveryTable(db, ada, [bob, carl])
  const namedBefore = await findColumnsWithId(db, ada)
  expect(
    namedBefore,
    'A table that names members needs a row in testing/member-rows.ts of its feature, and an erasure',
  ).toEqual(expect.arrayContaining(await findMemberColumns(db)))

  await eraseMember(stack, ada)

  expect(await findColumnsWithId(db, ada)).toEqual(KEPT_BY_THE_OTHER_MEMBER)
  expect(await findColumnsWithId(db, bob)).toContain('members.id')
})

test('a table that names members and is in no erasure is found', async () => {
  await using stack = await startWorkerStack()
  const { db } = stack
  const { ada } = await createMembers(db)
  await sql`create table planted_bookmarks (reader uuid, member_id uuid, post_id uuid)`.execute(db)
  try {
    expect(await findMemberColumns(db)).toContain('planted_bookmarks.member_id')
    expect(await findMemberColumns(db)).not.toContain('planted_bookmarks.post_id')

    await sql`insert into planted_bookmarks values (${ada}, ${ada})`.execute(db)
    await eraseMember(stack, ada)

    expect(await findColumnsWithId(db, ada)).toEqual([
      'planted_bookmarks.member_id',
      'planted_bookmarks.reader',
    ])
  } finally {
    await sql`drop table planted_bookmarks`.execute(db)
  }
})

async function eraseMember(
  stack: Awaited<ReturnType<typeof startWorkerStack>>,
  memberId: string,
): Promise<void> {
  await enqueueJob(stack.db, eraseMemberJob, { memberId })
  await runJobs(stack, [createEraseMemberJob(features)])
  const { rows } = await sql<{ last_error: string }>`
    select last_error from graphile_worker.jobs where task_identifier = ${eraseMemberJob.name}
  `.execute(stack.db)
  expect(rows).toEqual([])
}

/** In the order of their ids: a conversation names the member with the lower id first. */
async function createMembers(db: Database) {
  const bob = await createMemberFixture(db, 'bob')
  const ada = await createMemberFixture(db, 'ada')
  const carl = await createMemberFixture(db, 'carl')
  return { ada, bob, carl }
}
